import { invalid } from '../../checks/optionErrors.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { CreateAdapter } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { listRpcUrls } from '../../values/listRpcUrls.ts'
import { switchNetwork } from '../networks/switchNetwork.ts'
import { readConnections } from '../saved/savedConnections.ts'
import { findWay } from '../way.ts'
import { listConnections } from './connectionList.ts'
import { setConnectors } from './connectors.ts'
import { disconnect } from './disconnect.ts'
import { restoreConnection } from './reconnect.ts'
import { watchAdapter } from './watchAdapters.ts'

/** Adds an adapter to a running instance, starts its discovery, and restores what was connected through it before. */
export async function addAdapter(instance: Instance, createAdapter: CreateAdapter): Promise<void> {
  const { options, services, adapters } = instance
  const { networks } = options
  if (typeof createAdapter !== 'function') throw invalid('adapters', 'made by an adapter, such as universal()')
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
  const saved = readConnections(services.storage, namespace).filter((each) => !findWay(instance, each.connectorId))
  await Promise.all(saved.map((each) => restoreConnection(instance, namespace, each)))
}

/**
 * Takes an adapter out of a running instance. Its connections end, sessions over WalletConnect stay. When its namespace was the
 * active one and has no wallet any more, the first network of another namespace becomes active.
 */
export async function removeAdapter(instance: Instance, namespace: Namespace): Promise<void> {
  const { adapters, live, stores } = instance
  if (!adapters[namespace]) return
  const own = listConnections(stores.connection.get(), namespace).filter(
    ({ connector }) => !findWay(instance, connector.id),
  )
  const told = await Promise.allSettled(
    own.map(({ connector }) => disconnect(instance, { namespace, connectorId: connector.id, keepOpen: true })),
  )
  live.watches.get(namespace)?.()
  live.watches.delete(namespace)
  delete adapters[namespace]
  stores.connectors.set((state) => setConnectors(state, namespace, []))
  const networks = stores.networks.get()
  const isLeft =
    networks.activeNamespace === namespace && listConnections(stores.connection.get(), namespace).length === 0
  const next = isLeft ? networks.all.find((network) => network.chainNamespace !== namespace) : undefined
  if (next) await switchNetwork(instance, { networkId: next.caipNetworkId })
  const failed = told.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
