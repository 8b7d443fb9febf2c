import type { CreateAdapter } from '../../adapter.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../latchkey.ts'
import { listRpcUrls } from '../../listRpcUrls.ts'
import type { Namespace } from '../../network.ts'
import { setConnectors } from './connectors.ts'
import { disconnect } from './disconnect.ts'
import { listKept } from './kept.ts'
import { restoreConnection } from './reconnect.ts'
import { readConnections } from './savedConnections.ts'
import { switchNetwork } from './switchNetwork.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'
import { watchAdapter } from './watchAdapters.ts'

/** Adds an adapter to a running instance, starts its discovery, and restores what was connected through it before. */
export async function addAdapter(instance: Instance, createAdapter: CreateAdapter): Promise<void> {
  const { options, services, adapters } = instance
  const { networks } = options
  const adapter = createAdapter({ networks, services, getRpcUrls: (network) => listRpcUrls(options, network) })
  const { namespace } = adapter
  if (adapters[namespace]) {
    throw new LatchkeyError('OPTION_CONFLICT', `There is an adapter for ${namespace} already.`, {
      facts: { options: ['adapters'] },
    })
  }
  adapters[namespace] = adapter
  watchAdapter(instance, namespace)
  if (!options.enableReconnect) return
  const saved = readConnections(services.storage, namespace).filter((each) => each.connectorId !== WALLET_CONNECT_ID)
  await Promise.all(saved.map((each) => restoreConnection(instance, namespace, each)))
}

/**
 * Takes an adapter out of a running instance. Its connections end, sessions over WalletConnect stay. When its namespace was the
 * active one and has no wallet any more, the first network of another namespace becomes active. Source: product, section 4.
 */
export async function removeAdapter(instance: Instance, namespace: Namespace): Promise<void> {
  const { adapters, live, stores } = instance
  if (!adapters[namespace]) return
  const own = listKept(stores.connection.get(), namespace).filter(({ connector }) => connector.id !== WALLET_CONNECT_ID)
  const told = await Promise.allSettled(
    own.map(({ connector }) => disconnect(instance, { namespace, connectorId: connector.id, keepOpen: true })),
  )
  live.watches.get(namespace)?.()
  live.watches.delete(namespace)
  delete adapters[namespace]
  stores.connectors.set((state) => setConnectors(state, namespace, []))
  const networks = stores.networks.get()
  const isLeft = networks.activeNamespace === namespace && listKept(stores.connection.get(), namespace).length === 0
  const next = isLeft ? networks.all.find((network) => network.chainNamespace !== namespace) : undefined
  if (next) await switchNetwork(instance, { networkId: next.caipNetworkId })
  const failed = told.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
