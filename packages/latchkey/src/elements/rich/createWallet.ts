import { directoryOf } from '../../core/features/directory/state.ts'
import { toInstalledListing } from '../../core/features/directory/toListing.ts'
import { getConnection, getStatus } from '../../core/kernel/connections/connection.ts'
import type { Connection, Connector } from '../../core/types/adapter.ts'
import type { Instance, OpenOptions } from '../../core/types/latchkey.ts'
import type { WalletListing } from '../../core/types/listing.ts'
import { isTrustedImage } from '../../core/values/isTrustedImage.ts'
import { listWays } from '../../core/values/listWays.ts'
import { fill } from '../fill.ts'
import { type ButtonKind, type ReadAttribute, readNamespace } from '../settings.ts'
import type { PlainWords } from '../words/en.ts'
import { type RichWords, richEn } from '../words/richEn.ts'
import type { WayMeaning } from './describeWay.ts'
import { drawIcon, drawPicture, ICONS, make } from './drawRich.ts'
import { findMeantWay } from './findMeantWay.ts'
import { findWallet, isCalled } from './findWallet.ts'
import type { Rich } from './rich.ts'
import type { WalletState } from './walletState.ts'

/**
 * Makes the drawing of a button for one wallet, named by the attribute `wallet`: its connector id, rdns, directory id or name.
 * A press goes straight to that wallet's view, which asks it at once; while the wallet is nowhere, to the list of all. In the place of
 * a wallet it may be for a code, an e-mail or a service for logging in, which come in a file of their own.
 */
export function createWallet(
  instance: Instance,
  parameters: { kind: ButtonKind; button: HTMLButtonElement; read: ReadAttribute; redraw: () => void },
): Rich {
  const { button, read, redraw } = parameters
  const { stores, options, services } = instance
  let stops: (() => void)[] = []
  let found: { readonly wanted: string; readonly listing: WalletListing | undefined } | undefined
  let drawn = ''
  /** Whether the wallet was seen to be asked, and what became of it has not been told yet. */
  let isAsked = false
  let ways: typeof import('./describeWay.ts') | undefined
  let isWayComing = false
  let followed: { readonly word: string; readonly stop: () => void } | undefined

  /** What does not come leaves the site's own word, and the list of wallets behind it; the next drawing asks again. */
  const loadWays = (): void => {
    isWayComing = true
    import('./describeWay.ts')
      .then((loaded) => {
        ways = loaded
        if (stops.length > 0) redraw()
      }, ignore)
      .finally(() => {
        isWayComing = false
      })
  }
  /** What the word means where it is no wallet; undefined until its code is here. */
  const readWay = (wanted: string, words: RichWords): { readonly meaning: WayMeaning | undefined } | undefined => {
    const way = findMeantWay(instance, wanted)
    if (!way) return undefined
    if (!ways) {
      if (!isWayComing) loadWays()
      return { meaning: undefined }
    }
    if (followed?.word !== wanted) {
      followed?.stop()
      followed = { word: wanted, stop: ways.watchWay(instance, way, redraw) }
    }
    return { meaning: ways.describeWay(instance, way, words) }
  }

  /** The wallet of this browser that is meant; one that another object also claims to be is left to the modal (SEC-89). */
  const findInstalled = (wanted: string): WalletListing | undefined => {
    const namespace = readNamespace(read)
    const all = Object.values(stores.connectors.get().byNamespace).flat()
    const fitting = all.filter((one) => isCalled(one, wanted) && (!namespace || one.namespace === namespace))
    const exact = fitting.filter(({ id }) => id === wanted)
    const [first, ...others] = (exact.length > 0 ? exact : fitting).map((one) => toInstalledListing(one, options))
    if (!first || fitting.some(({ isLookalike }) => isLookalike)) return undefined
    const sameWallet = others.filter(({ name }) => name === first.name)
    return { ...first, connectors: [first, ...sameWallet].flatMap(({ connectors }) => connectors) }
  }
  const lookUp = (wanted: string): void => {
    if (found?.wanted === wanted) return
    found = { wanted, listing: undefined }
    findWallet(instance, wanted).then(
      (listing) => {
        if (found?.wanted !== wanted || stops.length === 0) return
        found = { wanted, listing }
        redraw()
      },
      // A directory that does not answer leaves the name, and the list of wallets behind it.
      () => undefined,
    )
  }
  /** A wallet on a phone names itself as it likes: it is known by the entry of the directory that was paired with. */
  const isMeant = (connector: Connector, wanted: string): boolean =>
    isCalled(connector, wanted) ||
    (found?.wanted === wanted && found.listing !== undefined && connector.explorerId === found.listing.key)
  const findMeant = (wanted: string): Connection | undefined => {
    const state = stores.connection.get()
    return stores.networks
      .get()
      .all.map(({ chainNamespace }) => getConnection(state, chainNamespace))
      .find((connection) => connection !== undefined && isMeant(connection.connector, wanted))
  }
  const readState = (wanted: string): WalletState => {
    const state = stores.connection.get()
    const { attempt } = state
    if (findMeant(wanted)) return 'connected'
    for (const network of stores.networks.get().all) {
      const saved = state.byNamespace[network.chainNamespace]?.saved
      if (
        saved &&
        isCalled({ id: saved.connectorId }, wanted) &&
        getStatus(state, network.chainNamespace) === 'connecting'
      )
        return 'loading'
    }
    if (!attempt) return 'ready'
    const known = Object.values(stores.connectors.get().byNamespace).flat()
    const asked = known.find(({ id, namespace }) => id === attempt.connectorId && namespace === attempt.namespace)
    const isMine = (asked && isCalled(asked, wanted)) || attempt.pairing?.walletKey === found?.listing?.key
    if (!isMine || (!asked && !attempt.pairing?.walletKey)) return 'ready'
    return attempt.phase === 'failed' ? 'error' : 'loading'
  }

  /** Tells the page how asking the wallet ended. A connection that is restored was not asked for. */
  const tell = (
    state: WalletState,
    { isUnderWay, connection, error }: { isUnderWay: boolean; connection: Connection | undefined; error: unknown },
  ): void => {
    const isOver = isAsked && state !== 'loading'
    isAsked = state === 'loading' && isUnderWay
    const root = button.getRootNode()
    if (!isOver || state === 'ready' || !(root instanceof ShadowRoot)) return
    const dispatch = (name: string, detail: object): void => {
      root.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
    }
    if (state === 'error') dispatch('latchkey-error', { error })
    else if (connection) {
      const { id: connectorId, namespace } = connection.connector
      dispatch('latchkey-connect', { connectorId, namespace, address: connection.accounts[0]?.address })
    }
  }

  return {
    stop() {
      for (const stop of stops.splice(0)) stop()
      followed?.stop()
      followed = undefined
      found = undefined
      drawn = ''
      isAsked = false
    },
    draw({ words: plain }): OpenOptions {
      if (stops.length === 0) stops = [stores.connectors.watch(redraw), directoryOf(instance).watch(redraw)]
      const words: PlainWords & RichWords = { ...richEn, ...plain }
      const wanted = read('wallet')?.trim() ?? ''
      const way = readWay(wanted, words)
      const installed = wanted && !way ? findInstalled(wanted) : undefined
      if (wanted && !installed && !way) lookUp(wanted)
      const wallet = way ? undefined : (installed ?? found?.listing)
      const meaning = way?.meaning
      const name = meaning?.name ?? wallet?.name ?? wanted
      const state = way ? (meaning?.state ?? 'ready') : readState(wanted)
      const connection = way ? meaning?.connection : findMeant(wanted)
      const { attempt } = stores.connection.get()
      tell(state, {
        isUnderWay: way !== undefined || attempt !== undefined,
        connection,
        error: way ? meaning?.error : attempt?.error,
      })
      const label = read('label') ?? (name || words.connect)
      const text =
        state === 'loading'
          ? (read('loading-label') ?? words.connecting)
          : state === 'error'
            ? words.walletFailed.replace('{wallet}', () => name)
            : label
      const site = { ...options, origin: services.browser.origin() }
      const src = wallet?.imageUrl !== undefined && isTrustedImage(wallet.imageUrl, site) ? wallet.imageUrl : undefined
      const size = read('size')
      const disabled = isDisabled(button)
      const picture = meaning?.pictureKey ?? src
      const looks = JSON.stringify([text, name, picture, state, size, disabled, button.className])
      if (looks !== drawn) {
        button.className = `network has-pic${size === 'sm' ? ' sm' : ''}`
        button.disabled = disabled
        button.dataset.state = state
        if (state === 'loading') button.setAttribute('aria-busy', 'true')
        else button.removeAttribute('aria-busy')
        // Begins with what is seen (WCAG 2.5.3).
        if (state === 'connected')
          button.setAttribute(
            'aria-label',
            words.walletConnected.replace('{wallet}', () => text),
          )
        else button.removeAttribute('aria-label')
        const mark = {
          ready: [],
          loading: [make('i', '')],
          connected: [drawIcon(ICONS.tick)],
          error: [drawIcon(ICONS.warn)],
        }
        const written = make('span', 'text', text)
        written.dir = 'auto'
        fill(button, meaning?.drawPicture() ?? drawPicture(name || text, src), written, ...mark[state])
        drawn = JSON.stringify([text, name, picture, state, size, disabled, button.className])
      }
      // The account of the namespace in which the wallet is connected.
      if (state === 'connected') return { namespace: connection?.connector.namespace }
      if (meaning) return meaning.opens
      if (!wallet) return {}
      if (wallet.connectors.length > 1) return { view: 'ConnectingMultiChain', data: { wallet } }
      if (wallet.connectors.length > 0) return { view: 'ConnectingExternal', data: { wallet } }
      const ways = services.walletConnect ? listWays(wallet, { isMobile: services.browser.isMobile() }) : []
      return { view: ways.length > 0 ? 'ConnectingWalletConnect' : 'ConnectingExternal', data: { wallet } }
    },
  }
}

function isDisabled(button: HTMLButtonElement): boolean {
  const root = button.getRootNode()
  return root instanceof ShadowRoot && root.host.hasAttribute('disabled')
}

function ignore(): void {}
