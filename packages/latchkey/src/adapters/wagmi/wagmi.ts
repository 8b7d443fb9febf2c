/** Ethereum wallets by the site's own wagmi: its config, hooks and storage stay in step with Latchkey, both ways. */
import type { Adapter, Connection, ConnectionChange, Connector, CreateAdapter } from '../../core/types/adapter.ts'
import { createEip1193Adapter } from '../../evm/createEip1193Adapter.ts'
import { parseChainId } from '../../evm/parseChainId.ts'
import { isEip1193Provider } from '../../evm/provider.ts'
import { createListing } from './createListing.ts'
import type { WagmiActions, WagmiConfig, WagmiConnector } from './host.ts'
import { asOwnStep, describeState, type HostLink, isUnsettled, listLive } from './hostLink.ts'
import { closeSlot, expectSession, openSlot, toState } from './sessionSlot.ts'

export type WagmiOptions = {
  /** The site's own, as `createConfig` of wagmi 3 or 2 gave it. */
  readonly config: WagmiConfig
  /**
   * How to load the actions of the site's wagmi. Default: `wagmi/actions`. A site that has `@wagmi/core` without `wagmi` passes
   * `() => import('@wagmi/core')`.
   */
  readonly actions?: (() => Promise<WagmiActions>) | undefined
}

/**
 * Connects the namespace eip155 through the site's wagmi. Pass it in `adapters`. Whoever connects, leaves or switches here
 * is seen by the site's hooks, and whoever does it by the site's hooks is seen here. Sessions with phones are ours, and
 * stand in wagmi as the connector `walletConnect`. wagmi's storage is written by wagmi alone.
 */
export function wagmi({ config, actions }: WagmiOptions): CreateAdapter {
  return (surroundings): Adapter => {
    const { services } = surroundings
    const loadCalls = () => import('./hostCalls.ts')
    const link: HostLink = {
      config,
      services,
      actions,
      joined: new Map(),
      listed: [],
      steps: 0,
      told: '',
      session: undefined,
    }
    const base = createEip1193Adapter(surroundings, 'wagmi', {
      externals: {},
    })
    const list = createListing(link)
    let hasBegun = false

    return {
      ...base,

      watchConnectors(listener) {
        if (!services.walletWindow) return base.watchConnectors(listener)
        if (!hasBegun) expectSession(link)
        hasBegun = true
        let page: readonly Connector[] = []
        let known: readonly Connector[] | undefined
        let isOver = false
        const tell = () => {
          if (isOver) return
          const next = list(page, tell)
          link.listed = next
          if (known?.length === next.length && next.every((each, index) => each === known?.[index])) return
          known = next
          listener(next)
        }
        const stop = base.watchConnectors((connectors) => {
          page = connectors
          tell()
        })
        const stopHost = config._internal.connectors?.subscribe?.(tell)
        return () => {
          isOver = true
          stop()
          stopHost?.()
        }
      },

      prepare(step) {
        base.prepare?.(step)
        loadCalls().then(
          ({ prepareHost }) => prepareHost(link),
          // It is asked for again when a wallet is chosen, and told then.
          () => {},
        )
      },

      connect: async (connector, options) => (await loadCalls()).connectThroughHost(link, base, connector, options),

      watchConnection(connection, listener) {
        const source = link.joined.get(connection.connector.id)
        return source
          ? followBoth(link, source, { connection, listener, base })
          : base.watchConnection(connection, listener)
      },

      reconnect: async (connector, saved) => (await loadCalls()).restoreThroughHost(link, base, connector, saved),

      disconnect: async (connection) => (await loadCalls()).leaveThroughHost(link, base, connection),

      switchNetwork: async (connection, network) =>
        (await loadCalls()).switchThroughHost(link, base, connection, network),

      // A connector of the site's own may load its kit before it has a provider, and is not asked behind its back.
      probe: (connector) =>
        isEip1193Provider(connector.provider)
          ? base.probe(connector)
          : { isAlive: async () => true, isUnlocked: async () => undefined, getAccounts: async () => [] },

      fetchBalance: async (account, network, signal) =>
        (await loadCalls()).readBalance(link, base, { account, network, signal }),

      async activate({ connector, accounts }) {
        const source = link.joined.get(connector.id)
        const live = source && config.state.connections.get(source.uid)
        const wanted = accounts[0]?.address ?? ''
        const isThere =
          config.state.current === source?.uid && toKey(live?.accounts.slice(0, 1) ?? []) === toKey([wanted])
        if (!source || !live || isThere) return
        const { chooseInHost, putAccountFirst } = await import('./hostState.ts')
        await asOwnStep(link, async () => {
          await chooseInHost(link, source)
          putAccountFirst(link, source, wanted)
        })
      },

      watchHostConnections(listener) {
        const tell = () => {
          const now = describeState(link)
          if (link.steps > 0 || isUnsettled(config) || now === link.told) return
          link.told = now
          const live = listLive(config)
          // A session comes from the core, which needs no code to hear of it again.
          if (live.every(({ connector }) => connector.uid === link.session?.source.uid)) return
          loadCalls()
            .then(({ toConnections }) => toConnections(link, live))
            .then(
              (connections) => {
                // What has changed meanwhile is told by itself.
                if (!isOver && link.told === now && connections.length > 0) listener(connections)
              },
              (error: unknown) => services.logger.warn("The site's own connection is not followed.", { error }),
            )
        }
        let isOver = false
        const stop = config.subscribe((state) => state, tell)
        tell()
        return () => {
          isOver = true
          stop()
          // Whoever listens next hears all of it.
          link.told = ''
        }
      },

      adopt: async (session) => {
        const { serveSession } = await import('./serveSession.ts')
        return serveSession(link, session, { openSlot, closeSlot, toState })
      },
    }
  }
}

/**
 * Hears the wallet, and what becomes of its connection in wagmi: the site's hooks may end it or move it, and each side is
 * told what only the other one saw.
 */
function followBoth(
  link: HostLink,
  source: WagmiConnector,
  {
    connection,
    listener,
    base,
  }: { connection: Connection; listener: (change: ConnectionChange) => void; base: Adapter },
): () => void {
  const { config } = link
  const getLive = () => config.state.connections.get(source.uid)
  let isOver = false
  let hasLeft = false
  let { networkId } = connection
  let addresses = toKey(connection.accounts.map(({ address }) => address))
  const inHost = getLive()?.accounts ?? []
  // The order is the visitor's, who may have chosen another account than the wallet's first; that is no news from wagmi.
  if (toKey(inHost).split(',').sort().join() === addresses.split(',').sort().join()) addresses = toKey(inHost)
  const tell = (change: ConnectionChange) => {
    if (isOver) return
    if ('ended' in change) {
      stop()
      // wagmi may not have heard of it: a wallet that vanished says nothing to anybody.
      if (getLive()) source.emitter.emit('disconnect')
    } else if ('accounts' in change) addresses = toKey(change.accounts.map(({ address }) => address))
    else if ('networkId' in change) networkId = change.networkId
    listener(change)
  }
  const hearEnd = () => {
    hasLeft = true
  }
  /** The wallet's own word about the same change comes in this turn, and goes first. */
  const look = () => queueMicrotask(compare)
  const compare = () => {
    // While wagmi restores, it drops its connections and takes them up one by one.
    if (isOver || config.state.status === 'reconnecting') return
    const live = getLive()
    if (!live) return tell({ ended: hasLeft ? 'wallet' : 'user' })
    const chainId = parseChainId(live.chainId)
    if (toKey(live.accounts) !== addresses && live.accounts.length > 0) {
      tell({ accounts: live.accounts.map((address) => ({ address, type: 'eoa' })) })
    }
    if (chainId && networkId !== `eip155:${chainId}`) tell({ networkId: `eip155:${chainId}` })
  }
  const stopWallet = isEip1193Provider(connection.provider) ? base.watchConnection(connection, tell) : () => {}
  const stopState = config.subscribe((state) => state, look)
  source.emitter.on('disconnect', hearEnd)
  const stop = () => {
    isOver = true
    stopWallet()
    stopState()
    source.emitter.off('disconnect', hearEnd)
  }
  return stop
}

function toKey(addresses: readonly string[]): string {
  return addresses.join().toLowerCase()
}
