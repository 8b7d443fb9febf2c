/**
 * The place of a session with a phone among the connectors of the site's wagmi, so that its hooks work with that wallet. The
 * session is ours: no kit is loaded for it, and wagmi's stock connector of the same name is left alone.
 */
import type { AdoptedSession, Connection } from '../../core/types/adapter.ts'
import { toQuantity } from '../../evm/hex.ts'
import { askWallet, isEip1193Provider } from '../../evm/provider.ts'
import type { WagmiConnectorParts, WagmiEmitter } from './host.ts'
import {
  HOST_RESTORE_MS,
  type HostLink,
  listConnector,
  makeConnector,
  removeConnector,
  type SessionSlot,
} from './hostLink.ts'

/** Id and type of the connector, as sites know it. */
const ID = 'walletConnect'

/** Makes the place and lists its connector. Undefined where this wagmi takes up no further connector. */
export function openSlot(link: HostLink): SessionSlot | undefined {
  let settle: SessionSlot['settle'] = () => {}
  const arrival = new Promise<AdoptedSession | undefined>((resolve) => {
    settle = resolve
  })
  const source = makeConnector(
    link,
    () =>
      ({ emitter }: { emitter: WagmiEmitter }) =>
        describeConnector(link, emitter, arrival),
  )
  if (!source) return undefined
  const slot: SessionSlot = {
    source,
    adopted: undefined,
    settle: (adopted) => {
      slot.adopted = adopted
      if (adopted) {
        const { name, imageUrl } = adopted.connection.connector
        Object.assign(source, { name, icon: imageUrl })
      }
      settle(adopted)
    },
  }
  link.session = slot
  listConnector(link, source)
  return slot
}

/** Takes the place away. */
export function closeSlot(link: HostLink, slot: SessionSlot): void {
  slot.settle(undefined)
  if (link.session === slot) link.session = undefined
  removeConnector(link, slot.source)
}

/**
 * Keeps a place for a session that an earlier page load opened, so that wagmi's own restoring waits for it and the site's hooks do
 * not show a visitor as gone in between (F-54). What storage names is a guess; a wrong one costs wagmi that wait.
 */
export function expectSession(link: HostLink): void {
  const { storage, clock, walletConnect } = link.services
  const isKept = ['connector', 'connections'].some((name) => storage.get(`eip155/${name}`)?.includes(`"${ID}"`))
  if (!walletConnect || !isKept || link.session) return
  const slot = openSlot(link)
  clock.after(HOST_RESTORE_MS, () => {
    if (slot && !slot.adopted && link.session === slot) closeSlot(link, slot)
  })
}

function describeConnector(
  { config }: HostLink,
  emitter: WagmiEmitter,
  arrival: Promise<AdoptedSession | undefined>,
): WagmiConnectorParts {
  const now = async () => {
    const adopted = await arrival
    if (!adopted) throw new Error('There is no session any more.')
    return toState(adopted.read() ?? adopted.connection)
  }
  const getProvider = async () => (await arrival)?.connection.provider
  return {
    id: ID,
    name: 'WalletConnect',
    type: ID,
    connect: async ({ withCapabilities } = {}) => {
      const { accounts, chainId } = await now()
      return {
        accounts: withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts,
        chainId,
      }
    },
    disconnect: async () => (await arrival)?.end(),
    getAccounts: async () => (await now()).accounts,
    getChainId: async () => (await now()).chainId,
    getProvider,
    isAuthorized: async () => {
      const adopted = await arrival
      return adopted !== undefined && !adopted.ended.aborted && adopted.read() !== undefined
    },
    switchChain: async ({ chainId }) => {
      const provider = await getProvider()
      if (!isEip1193Provider(provider)) throw new Error('There is no session any more.')
      await askWallet(provider, 'wallet_switchEthereumChain', [{ chainId: toQuantity(chainId) }])
      emitter.emit('change', { chainId: (await now()).chainId })
      return config.chains.find(({ id }) => id === chainId)
    },
    // The session tells these itself.
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => {},
  }
}

/** A connection in wagmi's words. */
export function toState({ accounts, networkId }: Connection): { accounts: readonly string[]; chainId: number } {
  return {
    accounts: accounts.map(({ address }) => address),
    chainId: Number(networkId.slice(networkId.indexOf(':') + 1)),
  }
}
