import { createRoot } from 'react-dom/client'
import { getHome } from '../core/flow/showHome.ts'
import { runLater } from '../core/lazy.ts'
import type { SettledTransaction } from '../core/types/events.ts'
import type { Instance, Latchkey } from '../core/types/latchkey.ts'
import type { ViewName } from '../core/types/views.ts'
import { REOPEN_RECORD } from '../core/values/reopenRecord.ts'
import { SENT_RECORD } from '../core/values/sentRecord.ts'
import { EMBEDDED_ID } from '../core/ways/embedded/embeddedId.ts'
import { REDIRECT_RECORD } from '../core/ways/embedded/socialReturn.ts'
import { lookForPending } from '../core/ways/walletConnect/lookForPending.ts'
import { later } from './later.ts'
import { Modal } from './Modal.tsx'
import { pick } from './pick.ts'
import { late } from './shell/late.tsx'
import { getView } from './shell/viewOf.ts'
import { adoptStyles } from './theme/styles.ts'
import { watchTheme } from './theme/theme.ts'
import type { LegalRoom } from './views/legal/legal.ts'
import { hasLegal, loadLegalRoom } from './views/legal/useLegalRoom.ts'

// biome-ignore lint/performance/noBarrelFile: what opens the modal comes in one file with what draws it
export { actions } from '../core/flow/actions.ts'

const LateEmbeddedFrame = late(() => import('./shell/EmbeddedFrame.tsx').then(pick('EmbeddedFrame')))

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
  if (container === undefined) host.dataset.form = 'dialog'
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  const stopTheme = watchTheme(host, latchkey.instance.stores.theme)
  const keep = (event: Event): void => event.stopPropagation()
  for (const name of PRIVATE_EVENTS) host.addEventListener(name, keep)
  container?.append(host)

  // A view that breaks is told by its boundary, once; React need not tell the page's console as well.
  const root = createRoot(shadow, { onCaughtError: () => {} })
  let isOver = false
  const draw = (legal?: LegalRoom): void => {
    if (!isOver)
      root.render(<Modal latchkey={latchkey} host={host} frame={container && LateEmbeddedFrame} legal={legal} />)
  }
  // In the first frame. Where it cannot be had, what needs it tells so.
  if (hasLegal(latchkey.instance.options)) loadLegalRoom().then(draw, () => draw())
  else draw()
  latchkey.instance.live.isInSight = () => container === undefined || container.getClientRects().length > 0
  latchkey.instance.live.placeFrame = async (url) => (await later('placeFrame')())(host, url)
  watchSent(latchkey)
  lookForReturn(latchkey.instance)
  lookForRecords(latchkey.instance)
  lookForPending(latchkey.instance)
  trackSetup(latchkey.instance)
  const stopPreload = preloadFirstView(latchkey.instance)
  return () => {
    stopPreload()
    latchkey.instance.live.isInSight = undefined
    latchkey.instance.live.placeFrame = undefined
    isOver = true
    root.unmount()
    stopTheme()
    host.remove()
  }
}

/** Few pages are ones that a wallet was asked to come back to; those say so in their address (F-24). */
function lookForReturn(instance: Instance): void {
  const { location } = instance.services.walletWindow ?? {}
  if (!location?.href.includes(`latchkey-${instance.options.id}=`)) return
  runLater(instance, later('readReturn'), (readReturn) => readReturn(instance))
}

/** Goes on with what the page before this one left for it. */
function lookForRecords(instance: Instance): void {
  for (const [record, load] of [
    // A page that went to another service to log its visitor in comes back with the answer in its address.
    [REDIRECT_RECORD, later('returnFromSocial')],
    // Opens at the wallet that asked for a reload, if one did.
    [REOPEN_RECORD, later('reopen')],
  ] as const) {
    if (instance.services.storage.get(record) !== undefined) runLater(instance, load, (goOn) => goOn(instance))
  }
}

/** Tells what becomes of transactions: of those that leave this page, and of those that an earlier one left. */
function watchSent({ instance }: Latchkey): void {
  const tell = (settled?: SettledTransaction): void =>
    runLater(instance, later('tellSettled'), (tellSettled) => tellSettled(instance, settled))
  instance.live.showSettled = tell
  if (instance.services.storage.get(SENT_RECORD)) tell()
}

/** Loads the code of the view that opening the modal would show, now and when that is another. */
function preloadFirstView(instance: Instance): () => void {
  let first: ViewName | undefined
  const preload = (): void => {
    const { view } = getHome(instance)
    if (view === first) return
    first = view
    const code = getView(view)
    // Whoever is connected goes on from there to what is loaded later; a list with logins begins with it. A failure is told when it
    // is opened.
    const more = (view === 'Account' || EMBEDDED_ID in instance.ways) && import('./laterParts.ts')
    Promise.all([code.Component ?? code.load(), more]).catch(() => {})
  }
  preload()
  return instance.stores.connection.watch(preload)
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
