/** Ethereum wallets of the page, by EIP-6963 and EIP-1193: what the adapters without a connector layer of their own share. */
import type {
  Adapter,
  AdapterSurroundings,
  AdapterType,
  Connector,
  WriteContractRequest,
} from '../core/types/adapter.ts'
import type { Network, NetworkId } from '../core/types/network.ts'
import type { ChainReader } from './chainReader.ts'
import { deferAbilities } from './deferAbilities.ts'
import type { ExternalWallets, ExternalWalletsOptions } from './externalWallets.ts'
import type { Hex } from './hex.ts'
import { isEip1193Provider } from './provider.ts'
import { type AnnouncedProvider, watchAnnouncedProviders } from './watchAnnouncedProviders.ts'

/** Id of the wallet in `window.ethereum`, where none announced itself. */
const INJECTED_ID = 'injected'

/** Bytes of a contract call: the selector and its arguments, by whatever library the host has. Default: our own code. */
export type EncodeCall = (request: WriteContractRequest) => Promise<Hex>

/**
 * Makes the adapter. Finding wallets comes with it; what asks one, for a visitor or for a connection to restore, is loaded
 * then, and the wallets of `externals` only when they are named.
 */
export function createEip1193Adapter(
  { services, networks, getRpcUrls }: AdapterSurroundings,
  type: AdapterType,
  { externals, encodeCall }: { externals: ExternalWalletsOptions; encodeCall?: EncodeCall | undefined },
): Adapter {
  let calls: typeof import('./walletCalls.ts') | undefined
  const loadCalls = async () => {
    calls ??= await import('./walletCalls.ts')
    return calls
  }
  let external: Promise<ExternalWallets> | undefined
  const loadExternal = async () => {
    external ??= loadCalls().then((code) => code.loadExternalWallets(services, networks, externals))
    return external
  }
  const hasExternals = Boolean(externals.baseAccount || externals.safe)
  const readers = new Map<NetworkId, ChainReader>()
  const abilities = deferAbilities(async () => (await loadCalls()).loadAbilities(services))

  async function getReader(network: Network): Promise<ChainReader> {
    const { createChainReader } = await (await loadCalls()).loadChainReader()
    const reader = readers.get(network.caipNetworkId) ?? createChainReader(services, network, getRpcUrls?.(network))
    readers.set(network.caipNetworkId, reader)
    return reader
  }

  return {
    namespace: 'eip155',
    type,

    watchConnectors(listener) {
      const { walletWindow } = services
      if (!walletWindow) {
        listener([])
        return () => {}
      }
      let announced: readonly AnnouncedProvider[] = []
      let others: readonly Connector[] = []
      let stopOthers: (() => void) | undefined
      let isOver = false
      const tell = () =>
        listener([...(announced.length ? announced.map(toConnector) : findInjected(walletWindow.ethereum)), ...others])
      const stop = watchAnnouncedProviders(walletWindow, (providers) => {
        announced = providers
        tell()
      })
      // Older wallets put their object in place late and say so by this event.
      walletWindow.addEventListener('ethereum#initialized', tell)
      if (hasExternals) {
        loadExternal().then(
          (wallets) => {
            if (isOver) return
            stopOthers = wallets.watch((connectors) => {
              others = connectors
              tell()
            })
          },
          (error: unknown) => services.logger.warn('Base Account and Safe could not be loaded.', { error }),
        )
      }
      return () => {
        isOver = true
        stop()
        stopOthers?.()
        walletWindow.removeEventListener('ethereum#initialized', tell)
      }
    },

    prepare(step) {
      // It is asked for again when a wallet is chosen, and told then.
      loadCalls().catch(() => {})
      // Of these only the one that was kept is restored.
      if (hasExternals && step !== 'restore')
        loadExternal().then(
          (wallets) => wallets.prepare(),
          // It is loaded again when such a wallet is chosen, and told then.
          () => {},
        )
    },

    connect: async (connector, options) => (await loadCalls()).requestConnection(connector, options),

    watchConnection(connection, listener) {
      // It is there already: connecting and restoring have loaded it.
      if (calls) return calls.followWallet(services, connection, listener)
      let stop: (() => void) | undefined = () => {}
      loadCalls().then(
        ({ followWallet }) => {
          if (stop) stop = followWallet(services, connection, listener)
        },
        (error: unknown) => services.logger.warn('What the wallet tells is not heard.', { error }),
      )
      return () => {
        stop?.()
        stop = undefined
      }
    },

    async reconnect(connector, saved) {
      const [{ restoreConnection }, host] = await Promise.all([
        loadCalls(),
        hasExternals
          ? loadExternal().then(
              (wallets) => wallets.findHost(),
              // Without that code the wallet that was saved is asked.
              () => undefined,
            )
          : undefined,
      ])
      // A wallet that shows this page inside itself is the one that is meant.
      return restoreConnection(host ?? connector, saved)
    },

    disconnect: async (connection) => (await loadCalls()).leaveWallet(services, connection),

    switchNetwork: async (connection, network) => (await loadCalls()).switchWallet(services, connection, network),

    signMessage: async (connection, message) => (await loadCalls()).signPersonalMessage(services, connection, message),

    probe: (connector) => ({
      isAlive: async (signal) => (await loadCalls()).getProbe(connector).isAlive(signal),
      isUnlocked: async (signal) => (await loadCalls()).getProbe(connector).isUnlocked(signal),
      getAccounts: async (signal) => (await loadCalls()).getProbe(connector).getAccounts(signal),
    }),

    requestAccounts: async (connection) => (await loadCalls()).pickAccounts(connection),

    async fetchBalance(account, network, signal) {
      const value = await (await getReader(network)).fetchBalance(account.address as Hex, signal)
      return { value, decimals: network.nativeCurrency.decimals, symbol: network.nativeCurrency.symbol }
    },

    ...abilities,

    async writeContract(connection, request) {
      const { address: to, value } = request
      const encode = encodeCall ?? (await loadCalls()).encodeContractCall
      return abilities.sendTransaction(connection, { to, value, data: await encode(request) })
    },
  }
}

function toConnector({ id, name, rdns, icon, isLookalike, provider }: AnnouncedProvider): Connector {
  return Object.freeze({
    id,
    name,
    namespace: 'eip155',
    type: 'ANNOUNCED',
    imageUrl: icon,
    rdns,
    isLookalike,
    provider,
  })
}

/** The wallet of pages in which none announces itself, as in many in-app browsers. */
function findInjected(ethereum: unknown): readonly Connector[] {
  return isEip1193Provider(ethereum)
    ? [
        Object.freeze({
          id: INJECTED_ID,
          name: 'Browser wallet',
          namespace: 'eip155',
          type: 'INJECTED',
          provider: ethereum,
        }),
      ]
    : []
}
