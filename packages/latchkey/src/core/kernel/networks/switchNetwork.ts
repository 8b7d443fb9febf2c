import type { FailureContext } from '../../errors/failure.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Network, NetworkId } from '../../types/network.ts'
import { asksElsewhere } from '../../values/connectorKinds.ts'
import { clearAttempt, failAttempt, isCurrent, startAttempt } from '../attempt/attempt.ts'
import { setHint } from '../attempt/setHint.ts'
import { watchPrompt } from '../attempt/watchPrompt.ts'
import { getConnection } from '../connections/connection.ts'
import { findConnection, updateConnection } from '../connections/connectionByConnector.ts'
import { saveChange } from '../connections/keepConnection.ts'
import type { RunningAttempt } from '../live.ts'
import { nameFailure } from '../nameFailure.ts'
import { whileAsked } from '../requests/asked.ts'
import { writeNetworkId } from '../saved/savedConnections.ts'
import { writeActive } from '../saved/writeRecords.ts'
import { getAdapter } from '../way.ts'
import { setActiveNetwork } from './networks.ts'
import { planSwitch } from './planSwitch.ts'

/**
 * Makes a network of the site the active one. A connected wallet of its namespace is asked to go there first; a namespace
 * without a connection, or one whose wallet is there already, just becomes active.
 * Rejects with `NETWORK_NOT_FOUND`, a failure, or `ATTEMPT_CANCELLED`.
 */
export async function switchNetwork(instance: Instance, { networkId }: { networkId: NetworkId }): Promise<void> {
  const { stores, live } = instance
  const plan = planSwitch(instance, networkId)
  if (plan.kind === 'unknown') {
    throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`, { facts: { networkId } })
  }
  const { network } = plan
  if (plan.kind !== 'ask') {
    instance.batch(() => {
      activate(instance, network)
      instance.tell({ kind: 'switched', network })
    })
    return
  }
  const { connection } = plan
  const namespace = network.chainNamespace
  const key = `network/${networkId}`
  if (live.attempt?.key === key && stores.connection.get().attempt?.phase === 'waiting') {
    await live.attempt.outcome
    return
  }
  const { id: connectorId, name: walletName } = connection.connector
  const attempt = startAttempt(instance, {
    kind: 'switch',
    namespace,
    connectorId,
    networkId,
    key,
    ask: (running) =>
      void askWallet(instance, running, {
        connection,
        network,
        context: { step: 'switch', namespace, connectorId, walletName, networkId },
      }),
    complete: async (running, moved) => {
      instance.batch(() => {
        clearAttempt(instance, running)
        activate(instance, network, connection.connector)
        instance.tell({ kind: 'switched', network })
      })
      return moved
    },
  })
  await attempt.outcome
}

async function askWallet(
  instance: Instance,
  attempt: RunningAttempt,
  parameters: { connection: Connection; network: Network; context: FailureContext },
): Promise<void> {
  const { connection, network, context } = parameters
  try {
    // A phone shows no prompt that could be watched; its open request says what holds it up.
    if (!asksElsewhere(connection.connector)) watchPrompt(instance, attempt, connection.connector, context)
    await whileAsked(instance, connection.connector, async () =>
      getAdapter(instance, connection.connector)?.switchNetwork(connection, network),
    )
    attempt.win(connection)
  } catch (error) {
    if (!isCurrent(instance, attempt) || attempt.ended.signal.aborted) return
    const failure = nameFailure(instance, connection.connector, error, context)
    if (failure.code === 'PROMPT_PENDING') {
      setHint(instance, attempt, 'PROMPT_PENDING', context)
      return
    }
    instance.fail({ ...context, code: failure.code, final: true, cause: failure.cause })
    failAttempt(instance, attempt, failure)
  }
}

/**
 * Stores the network as the active one of its namespace, and the namespace as the active one. `moved` is the wallet that went
 * there; one that another wallet has replaced meanwhile only has its own record changed.
 */
function activate(instance: Instance, network: Network, moved?: Connector | undefined): void {
  const { stores, services } = instance
  const { chainNamespace: namespace, caipNetworkId: networkId } = network
  const before = stores.networks.get()
  const current = getConnection(stores.connection.get(), namespace)
  const connection = moved ? findConnection(stores.connection.get(), moved) : current
  const isMoved = connection !== undefined && connection.networkId !== networkId
  if (isMoved) {
    const next: Connection = { ...connection, networkId }
    stores.connection.set((state) => updateConnection(state, next))
    saveChange(instance, next)
  }
  if (moved && connection !== current) return
  if (isMoved || before.activeNamespace !== namespace || before.activeByNamespace[namespace] !== networkId) {
    // The wallet's own event may come later, or never; either way it is told once.
    instance.track('SWITCH_NETWORK', { network: networkId })
  }
  stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, true))
  writeNetworkId(services.storage, namespace, networkId)
  writeActive(services.storage, namespace)
}
