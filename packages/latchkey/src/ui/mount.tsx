import { createRoot } from 'react-dom/client'
import { getHome } from '../core/kernel/shell/showHome.ts'
import { lookForPending } from '../core/kernel/wallet/walletConnect/lookForPending.ts'
import { readReturn } from '../core/kernel/wallet/walletConnect/readReturn.ts'
import type { Instance, Latchkey } from '../core/latchkey.ts'
import { REOPEN_RECORD } from '../core/returnUrl.ts'
import { Modal } from './Modal.tsx'
import { getView } from './shell/viewOf.ts'
import { adoptStyles } from './theme/styles.ts'
import { watchTheme } from './theme/theme.ts'

/** Events that a host page must not take for its own: its dialogs close on presses outside, trap the focus, and have shortcuts. */
const PRIVATE_EVENTS = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'touchmove',
  'wheel',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
  'keypress',
]

/**
 * Puts the modal of an instance on the page, in a shadow root: over everything when the instance opens, or for good inside
 * `container`. Returns the way to take it off, which leaves no trace.
 */
export function mountModal(latchkey: Latchkey, options: mountModal.Options = {}): () => void {
  const { container } = options
  const host = document.createElement('div')
  host.dataset.latchkey = latchkey.id
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  const stopTheme = watchTheme(host, latchkey.instance.stores.theme)
  const keep = (event: Event): void => event.stopPropagation()
  for (const name of PRIVATE_EVENTS) host.addEventListener(name, keep)
  container?.append(host)

  // A view that breaks is told by its boundary, once; React need not tell the page's console as well.
  const root = createRoot(shadow, { onCaughtError: () => {} })
  root.render(<Modal latchkey={latchkey} host={host} isEmbedded={container !== undefined} />)
  latchkey.instance.live.isInSight = () => container === undefined || container.getClientRects().length > 0
  readReturn(latchkey.instance)
  goOnAfterReload(latchkey.instance)
  lookForPending(latchkey.instance)
  trackSetup(latchkey.instance)
  // Only developers pay for looking early.
  if (latchkey.instance.options.debug) {
    import('../core/sayOptionMistakes.ts').then(
      ({ sayOptionMistakes }) => sayOptionMistakes(latchkey.instance),
      () => undefined,
    )
  }
  return () => {
    latchkey.instance.live.isInSight = undefined
    root.unmount()
    stopTheme()
    host.remove()
  }
}
/** Opens at the wallet that asked for a reload, if one did. */
function goOnAfterReload(instance: Instance): void {
  if (instance.services.storage.get(REOPEN_RECORD) === undefined) return
  import('../core/kernel/wallet/reloadAt.ts').then(
    ({ reopen }) => reopen(instance),
    () => undefined,
  )
}

/** Loads the code of the view that opening the modal would show now. A failure is told when it is opened. */
export function preloadFirstView({ instance }: Latchkey): void {
  const code = getView(getHome(instance).view)
  if (!code.Component) code.load().catch(() => {})
}

export declare namespace mountModal {
  type Options = {
    /** An element of the host page to live in; without it the modal is a dialog over the page. */
    readonly container?: HTMLElement | undefined
  }
}

/** Says once how the site set the modal up. */
function trackSetup({ options, adapters, live, track }: Instance): void {
  if (live.said.has('INITIALIZE')) return
  live.said.add('INITIALIZE')
  track('INITIALIZE', {
    networks: options.networks.map(({ caipNetworkId }) => caipNetworkId),
    defaultNetwork: options.defaultNetwork.caipNetworkId,
    themeMode: options.themeMode,
    allowUnsupportedChain: options.allowUnsupportedChain,
    adapters: Object.values(adapters).map(({ type }) => type),
  })
}
