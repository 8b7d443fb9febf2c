/**
 * A session with a phone as a connector of the site's wagmi, so that its hooks work with that wallet. The session is ours:
 * no kit is loaded for it, and wagmi's stock connector of the same name is left alone. Source: adapters, sections 5 and 10.
 */
import type { AdoptedSession, Connection } from '../../core/adapter.ts'
import { toQuantity } from '../../evm/hex.ts'
import { askWallet, isEip1193Provider, watchWallet } from '../../evm/provider.ts'
import type { WagmiConnector, WagmiConnectorParts, WagmiEmitter } from './host.ts'
import { asOwnStep, type HostLink, listConnector, makeConnector, removeConnector } from './hostLink.ts'
import { dropRemembered, keepInUse, untilSettled } from './hostState.ts'

/** Id and type of the connector, as sites know it. */
const ID = 'walletConnect'

/**
 * Puts the session into wagmi and marks it connected there. From then on changes of account and network and the end of the
 * session reach the site's hooks, and what the site does by them reaches the session.
 */
export async function serveSession(link: HostLink, adopted: AdoptedSession): Promise<Connection> {
  const { config, services } = link
  const { connection, isRestored } = adopted
  const source = makeConnector(
    link,
    () =>
      ({ emitter }: { emitter: WagmiEmitter }) =>
        createSessionConnector(adopted, emitter, link),
  )
  if (!source) {
    services.logger.warn(
      "This wagmi takes up no further connector: the site's hooks do not know the wallet on the phone.",
    )
    return connection
  }
  link.session = { source, adopted }
  link.joined.set(connection.connector.id, source)
  listConnector(link, source)
  const stop = follow(source, adopted)
  adopted.ended.addEventListener(
    'abort',
    () => {
      stop()
      if (link.session?.source === source) link.session = undefined
      void asOwnStep(link, async () => {
        if (config.state.connections.has(source.uid)) source.emitter.emit('disconnect')
        removeConnector(link, source)
      })
    },
    { once: true },
  )
  const join = () =>
    asOwnStep(link, async () => {
      const { connect } = await link.loadActions()
      if (adopted.ended.aborted || config.state.connections.has(source.uid)) return
      dropRemembered(link)
      await connect(config as never, { connector: source } as never)
    })
  await untilSettled(link)
  await (isRestored ? keepInUse(link, join) : join())
  return connection
}

/** Tells wagmi what the wallet changes in its session. */
function follow({ emitter }: WagmiConnector, { connection, read }: AdoptedSession): () => void {
  const { provider } = connection
  if (!isEip1193Provider(provider)) return () => {}
  const tell = () => {
    const now = read()
    if (now) emitter.emit('change', toState(now))
  }
  const stops = ['accountsChanged', 'chainChanged'].map((name) => watchWallet(provider, name, tell))
  return () => {
    for (const stop of stops) stop()
  }
}

function createSessionConnector(
  { connection, read, end, ended }: AdoptedSession,
  emitter: WagmiEmitter,
  { config }: HostLink,
): WagmiConnectorParts {
  const { connector, provider } = connection
  const now = () => toState(read() ?? connection)
  return {
    id: ID,
    name: connector.name,
    type: ID,
    icon: connector.imageUrl,
    connect: async ({ withCapabilities } = {}) => {
      const { accounts, chainId } = now()
      return {
        accounts: withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts,
        chainId,
      }
    },
    disconnect: end,
    getAccounts: async () => now().accounts,
    getChainId: async () => now().chainId,
    getProvider: async () => provider,
    isAuthorized: async () => !ended.aborted && read() !== undefined,
    switchChain: async ({ chainId }) => {
      if (!isEip1193Provider(provider)) throw new Error('The session has no provider.')
      await askWallet(provider, 'wallet_switchEthereumChain', [{ chainId: toQuantity(chainId) }])
      emitter.emit('change', { chainId: now().chainId })
      return config.chains.find(({ id }) => id === chainId)
    },
    // The session tells these itself.
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => {},
  }
}

function toState({ accounts, networkId }: Connection): { accounts: readonly string[]; chainId: number } {
  return {
    accounts: accounts.map(({ address }) => address),
    chainId: Number(networkId.slice(networkId.indexOf(':') + 1)),
  }
}
