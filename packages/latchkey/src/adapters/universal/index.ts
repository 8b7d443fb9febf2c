/** Ethereum wallets of the page, by EIP-6963 and EIP-1193, without any library. */
import type { Adapter, Connector, CreateAdapter } from '../../core/adapter.ts'
import type { Network, NetworkId } from '../../core/network.ts'
import type { ChainReader } from '../../evm/chainReader.ts'
import type { Hex } from '../../evm/hex.ts'
import { parseChainId } from '../../evm/parseChainId.ts'
import { probeWallet } from '../../evm/probeWallet.ts'
import { askWallet, getProvider, isEip1193Provider } from '../../evm/provider.ts'
import { settleWithin } from '../../evm/timing.ts'
import { parseAccounts } from '../../evm/toChecksumAddress.ts'
import { watchAccountsAndChain } from '../../evm/watchAccountsAndChain.ts'
import { type AnnouncedProvider, watchAnnouncedProviders } from '../../evm/watchAnnouncedProviders.ts'

/** Longest wait for a wallet to forget this site, in ms; many wallets never answer. Source: adapters, section 4. */
const REVOKE_LIMIT_MS = 100

/** Id of the wallet in `window.ethereum`, where none announced itself. */
const INJECTED_ID = 'injected'

/**
 * Connects the browser wallets of the page to the namespace eip155. Pass it in `adapters`.
 * Finding wallets and restoring a connection come with it; what a visitor asks for is loaded when asked.
 */
export function universal(): CreateAdapter {
  return ({ services, getRpcUrls }): Adapter => {
    const loadCalls = () => import('../../evm/walletCalls.ts')
    const readers = new Map<NetworkId, ChainReader>()

    async function getReader(network: Network): Promise<ChainReader> {
      const { createChainReader } = await import('../../evm/chainReader.ts')
      const reader = readers.get(network.caipNetworkId) ?? createChainReader(services, network, getRpcUrls?.(network))
      readers.set(network.caipNetworkId, reader)
      return reader
    }

    return {
      namespace: 'eip155',
      type: 'universal',

      watchConnectors(listener) {
        const { walletWindow } = services
        if (!walletWindow) {
          listener([])
          return () => {}
        }
        let announced: readonly AnnouncedProvider[] = []
        const tell = () => listener(announced.length ? announced.map(toConnector) : findInjected(walletWindow.ethereum))
        const stop = watchAnnouncedProviders(walletWindow, (providers) => {
          announced = providers
          tell()
        })
        // Older wallets put their object in place late and say so by this event.
        walletWindow.addEventListener('ethereum#initialized', tell)
        return () => {
          stop()
          walletWindow.removeEventListener('ethereum#initialized', tell)
        }
      },

      prepare: () => void loadCalls().catch(() => {}),

      connect: async (connector, options) => (await loadCalls()).requestConnection(connector, options),

      watchConnection: ({ connector }, listener) =>
        watchAccountsAndChain(services.clock, getProvider(connector), listener),

      async reconnect(connector, saved) {
        try {
          const provider = getProvider(connector)
          const addresses = parseAccounts(await askWallet(provider, 'eth_accounts'))
          // Of two objects with one name, only the one that still has the visitor's account is theirs (SEC-89).
          const isTheirs =
            !connector.isLookalike || !saved.address || addresses.some((address) => address === saved.address)
          if (addresses.length === 0 || !isTheirs) return null
          const chainId = parseChainId(await askWallet(provider, 'eth_chainId'))
          if (!chainId) throw new Error('eth_chainId answered no chain id')
          const accounts = addresses.map((address) => ({ address, type: 'eoa' as const }))
          return { connector, accounts, networkId: `eip155:${chainId}`, provider }
        } catch (error) {
          throw (await loadCalls()).nameFailure(error, 'restore', connector)
        }
      },

      async disconnect({ connector }) {
        const revoking = askWallet(getProvider(connector), 'wallet_revokePermissions', [{ eth_accounts: {} }])
        // Most wallets lack the method; for the site the connection has ended in any case.
        await settleWithin(services.clock, REVOKE_LIMIT_MS, revoking, null).catch((error: unknown) =>
          services.logger.debug('The wallet keeps its permission for this site.', { error }),
        )
      },

      async switchNetwork({ connector }, network) {
        const [{ describeStep }, { switchChain }] = await Promise.all([loadCalls(), import('../../evm/switchChain.ts')])
        await switchChain(
          services,
          getProvider(connector),
          network,
          describeStep('switch', connector, network.caipNetworkId),
        )
      },

      signMessage: async (connection, message) => (await loadCalls()).signPersonalMessage(connection, message),

      probe: (connector) => probeWallet(getProvider(connector)),

      requestAccounts: async (connection) => (await loadCalls()).pickAccounts(connection),

      async fetchBalance(account, network, signal) {
        const value = await (await getReader(network)).fetchBalance(account.address as Hex, signal)
        return { value, decimals: network.nativeCurrency.decimals, symbol: network.nativeCurrency.symbol }
      },

      sendTransaction: async (connection, request) =>
        (await loadCalls()).sendWalletTransaction(services.clock, connection, request),
    }
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
