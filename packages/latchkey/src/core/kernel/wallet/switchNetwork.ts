import type { Connection, Connector } from '../../adapter.ts'
import type { FailureContext } from '../../errors/failure.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import type { Network, NetworkId } from '../../network.ts'
import type { RunningAttempt } from '../live.ts'
import { closeModal } from '../shell/closeModal.ts'
import { goBack } from '../shell/goBack.ts'
import { goBackTo } from '../shell/goBackTo.ts'
import { getRoute } from '../shell/router.ts'
import { showToast } from '../shell/showToast.ts'
import { saveConnection } from './adoptConnection.ts'
import { getConnection } from './connection.ts'
import { findFamily } from './failureFamilies.ts'
import { getAdapter } from './getAdapter.ts'
import { findKept, updateKept } from './kept.ts'
import { setActiveNetwork } from './networks.ts'
import { planSwitch } from './planSwitch.ts'
import { clearAttempt, failAttempt, isCurrent, startAttempt } from './startAttempt.ts'
import { setHint, watchPrompt } from './watchPrompt.ts'
import { writeActive, writeNetworkId } from './writeRecords.ts'

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
    activate(instance, network)
    leaveSwitch(instance, network)
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
      clearAttempt(instance, running)
      activate(instance, network, connection.connector)
      leaveSwitch(instance, network)
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
    if (connection.connector.type !== 'WALLET_CONNECT') watchPrompt(instance, attempt, connection.connector, context)
    await getAdapter(instance, connection.connector)?.switchNetwork(connection, network)
    attempt.win(connection)
  } catch (error) {
    if (!isCurrent(instance, attempt) || attempt.ended.signal.aborted) return
    const failure = toFailure(error, context, { family: findFamily(connection.connector) })
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
  const inUse = getConnection(stores.connection.get(), namespace)
  const connection = moved ? findKept(stores.connection.get(), moved) : inUse
  const isMoved = connection !== undefined && connection.networkId !== networkId
  if (isMoved) {
    const next: Connection = { ...connection, networkId }
    stores.connection.set((state) => updateKept(state, next))
    saveConnection(instance, next)
  }
  if (moved && connection !== inUse) return
  if (isMoved || before.activeNamespace !== namespace || before.activeByNamespace[namespace] !== networkId) {
    // The wallet's own event may come later, or never; either way it is told once.
    instance.track('SWITCH_NETWORK', { network: networkId })
  }
  stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, true))
  writeNetworkId(services.storage, namespace, networkId)
  writeActive(services.storage, namespace)
}

/**
 * Leaves the views that asked for a network: to the entry before the first Networks entry, else one back, else the modal
 * closes. Source: views, section 3.
 */
function leaveSwitch(instance: Instance, network: Network): void {
  const { stores } = instance
  const { history } = stores.router.get()
  const { view } = getRoute(stores.router.get())
  if (!stores.modal.get().open || !['Networks', 'SwitchNetwork', 'UnsupportedChain'].includes(view)) return
  const networksAt = history.findIndex((route) => route.view === 'Networks')
  const isAsked = history.some((route) => route.view === 'UnsupportedChain')
  if (networksAt >= 1 && !isAsked) goBackTo(instance, networksAt - 1)
  else if (networksAt === -1 && !isAsked && history.length > 1) goBack(instance)
  else {
    closeModal(instance, 'back')
    return
  }
  showToast(instance, { variant: 'success', key: 'networkSwitched', values: { network: network.name } })
}
