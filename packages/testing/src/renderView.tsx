import type { Failure } from '../../latchkey/src/core/errors/failure.ts'
import { getRoute } from '../../latchkey/src/core/flow/router.ts'
import { buildLatchkey } from '../../latchkey/src/core/roof/buildLatchkey.ts'
import { resolveOptions } from '../../latchkey/src/core/roof/resolveOptions.ts'
import type { WalletWindow } from '../../latchkey/src/core/services/ports.ts'
import type { LatchkeyEvent } from '../../latchkey/src/core/types/events.ts'
import type { Instance, Latchkey } from '../../latchkey/src/core/types/latchkey.ts'
import type { CreateLatchkeyOptions, ThemeMode } from '../../latchkey/src/core/types/options.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { EMBEDDED_ID } from '../../latchkey/src/core/ways/embedded/embeddedId.ts'
import { createEmbeddedWay } from '../../latchkey/src/core/ways/embedded/embeddedWay.ts'
import { mountModal } from '../../latchkey/src/ui/mount.tsx'
import { createFakeServices, type FakeGateway, type FakeServices } from './createFakeServices.ts'
import { createScriptedAdapter, type ScriptedAdapter } from './createScriptedAdapter.ts'
import { findByRole } from './findByRole.ts'
import { FERNPASS, TIDE } from './fixtures.ts'
import type { ViewState } from './viewState.ts'
import { SITE } from './viewStates.ts'

const loadActions = () => import('../../latchkey/src/core/flow/actions.ts')
const loadEmbedded = async () => (await import('../../latchkey/src/core/ways/embedded/wayCalls.ts')).calls

/** A view on the page, in the real shell, with everything around it in the test's hand. */
export type RenderedView = {
  readonly latchkey: Latchkey
  readonly instance: Instance
  readonly services: FakeServices
  /** What the host was told. */
  readonly events: readonly LatchkeyEvent[]
  readonly failures: readonly Failure[]
  readonly adapter: ScriptedAdapter
  /** The shadow root of the modal. */
  readonly root: ShadowRoot
  /** Lets what is under way be drawn. */
  readonly settle: () => Promise<void>
  readonly unmount: () => void
}

/** A gateway that is asked and never answers: what a state was filled with stays as it is. */
const SILENT_GATEWAY: FakeGateway = {
  ...Object.fromEntries(
    [
      'getIdentity',
      'getSupportedChains',
      'getBalance',
      'getWallets',
      'getHistory',
      'getNfts',
      'getConvertTokens',
      'getConvertQuotes',
      'getPrices',
      'getAllowance',
      'buildApprove',
      'buildSwap',
      'getNameZones',
      'getNamesOf',
      'suggestNames',
      'getNameNonce',
    ].map((name) => [name, () => new Promise(() => {})]),
  ),
  // No service to log in by, where a state names none.
  getSocials: () => ({ providers: [] }),
}

/** Turns to wait for words that are loaded before anything is drawn. */
const PATIENCE = 50

/** Turns to wait for a view whose code is on its way. */
const LOADING_TURNS = 600

/** Draws a state of a view in a real page, as the modal over it, and waits until it is there. */
export async function renderView(state: ViewState, parameters: renderView.Parameters = {}): Promise<RenderedView> {
  const { locale = 'en', theme = 'dark', accent, container, gateway = SILENT_GATEWAY } = parameters
  const adapter = createScriptedAdapter(state.namespace ?? 'eip155', state.connectors ?? [FERNPASS, TIDE])
  Object.assign(adapter.script, { connect: silence, switchNetwork: silence }, state.script)
  const services = createFakeServices({
    gateway,
    browser: state.browser,
    walletWindow: state.userAgent === undefined ? undefined : toWindow(state.userAgent),
    // An engine that is asked for and never comes: what a state is given stays as it is.
    walletConnect: state.hasRelay ? silence : undefined,
  })
  const given: CreateLatchkeyOptions = {
    ...SITE,
    adapters: [adapter.create],
    themeMode: theme,
    accent,
    locale,
    ...state.options,
  }
  const options = resolveOptions(given, services.browser)
  const { latchkey, start } = buildLatchkey({ given, options, services, loadActions })
  const { instance } = latchkey
  // As on a page: what is drawn here is the modal that this way needs.
  if (options.frameUrl && (options.features.email || options.features.socials))
    Object.assign(instance.ways, { [EMBEDDED_ID]: createEmbeddedWay(options.features, loadEmbedded) })
  const events: LatchkeyEvent[] = []
  latchkey.on('event', (event) => events.push(event))
  const failures: Failure[] = []
  latchkey.on('failure', (failure) => failures.push(failure))
  start()
  // Words that a view does not wait for are fetched already, as on a page that has said some before.
  await import('../../latchkey/src/ui/text/en.ts')
  await services.clock.advance(0)
  state.fill?.(instance)
  instance.stores.router.set(() => {
    const [first, ...rest] = [...(state.below ?? []), state.target].map(toRoute)
    return { history: [first ?? toRoute(state.target, 0), ...rest], direction: 'none', nextKey: rest.length + 1 }
  })
  instance.stores.modal.set((modal) => ({ ...modal, open: true, embedded: container !== undefined }))
  const stop = mountModal(latchkey, container === undefined ? {} : { container })
  const find = (): ShadowRoot | null | undefined =>
    document.querySelector(`[data-latchkey="${latchkey.id}"]`)?.shadowRoot
  const settle = (): Promise<void> => settleRoot(find)
  for (let turn = 0; turn < PATIENCE && !find(); turn += 1) await settle()
  await settle()
  const root = find()
  if (!root) throw new Error('The modal is not on the page')
  state.after?.(instance)
  await settle()
  return {
    latchkey,
    instance,
    services,
    events,
    failures,
    adapter,
    root,
    settle,
    unmount: () => {
      stop()
      latchkey.destroy()
    },
  }
}
export declare namespace renderView {
  type Parameters = {
    readonly locale?: string | undefined
    readonly theme?: ThemeMode | undefined
    readonly accent?: string | undefined
    /** Draws the view inside an element of the page instead of over it. */
    readonly container?: HTMLElement | undefined
    /** Default: one that never answers. */
    readonly gateway?: FakeGateway | undefined
  }
}

/** The view on screen. */
export function getView(view: Pick<RenderedView, 'instance'>): string {
  return getRoute(view.instance.stores.router.get()).view
}

/** The element of the view on screen. Throws where there is none. */
export function inView(view: Pick<RenderedView, 'root'>): HTMLElement {
  const found = view.root.querySelector<HTMLElement>('.view')
  if (!found) throw new Error('No view')
  return found
}

/** Presses the button of these words, and waits for what comes of it. */
export async function press(view: Pick<RenderedView, 'root' | 'settle'>, name: string | RegExp): Promise<void> {
  findByRole(view.root, 'button', name).click()
  await view.settle()
}

function silence(): Promise<never> {
  return new Promise(() => {})
}

/** The page's window as far as it tells where the page is shown. */
function toWindow(userAgent: string): WalletWindow {
  return Object.assign(new EventTarget(), {
    navigator: { userAgent, maxTouchPoints: 5 },
    location: { href: 'https://hollowpine.test/shares' },
  })
}

function toRoute(target: ViewTarget, key: number): ReturnType<typeof getRoute> {
  return { ...target, data: target.data ?? {}, key } as ReturnType<typeof getRoute>
}

/** React draws in tasks of its own; two frames later everything asked for is on the page. Motion that ends is brought to its end. */
async function settleRoot(find: () => ShadowRoot | null | undefined): Promise<void> {
  for (let turn = 0; turn < 2 || (turn < LOADING_TURNS && find()?.querySelector('[data-loading]')); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    for (const motion of find()?.getAnimations() ?? []) {
      if (motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) motion.finish()
    }
  }
}
