import type { Connection } from '../../adapter.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { closeModal } from '../shell/closeModal.ts'
import { resetView } from '../shell/resetView.ts'
import { getRoute } from '../shell/router.ts'
import { getStart } from '../shell/showHome.ts'
import { showToast } from '../shell/showToast.ts'
import type { ViewTarget } from '../shell/views.ts'
import { releaseConnection, saveConnection } from './adoptConnection.ts'
import { cancelAttempt } from './cancelAttempt.ts'
import { getConnection } from './connection.ts'
import { findFamily } from './failureFamilies.ts'
import { getAdapter } from './getAdapter.ts'
import { isOnWallets } from './isOnWallets.ts'
import { type ConnectorKey, findKept, listKept, toKey } from './kept.ts'
import { eraseSaved, readConnections } from './savedConnections.ts'
import { settleNetwork } from './settleNetwork.ts'
import { leaveSignIn } from './settleSignIn.ts'
import { settleStatus } from './settleStatus.ts'
import { showWallets } from './showWallets.ts'
import { pause } from './watchPrompt.ts'
import { writeActive, writeLeft } from './writeRecords.ts'

/** Longest wait for a wallet that is told to forget this site, in ms; afterwards it counts as not told. */
export const GOODBYE_LIMIT_MS = 3_000

type Wish = {
  /** Without a connector the connection in use there. */
  namespace?: Namespace | undefined
  connectorId?: string | undefined
  /** Leaves the modal as it is. */
  keepOpen?: boolean | undefined
}

/**
 * Ends the connection in use of a namespace, that of one wallet, or without either all. One that lives in a session of several
 * namespaces ends in each of them. In this browser that always succeeds; wallets are told side by side, and when one could not
 * be told it rejects with one `DISCONNECT_FAILED` that lists them. In a namespace with several wallets the next takes over.
 * Sources: product, section 4; adapters, section 10; decisions, section 5.
 */
export async function disconnect(instance: Instance, wish: Wish = {}): Promise<void> {
  const { stores, services, live } = instance
  const connections = listEnding(instance, wish)
  const waiting = stores.connection.get().attempt
  if (!wish.keepOpen && waiting && isMeant(wish, { namespace: waiting.namespace, id: waiting.connectorId })) {
    cancelAttempt(instance)
  }
  // Storage first: a page that is closed now, and every other tab, must find the wallet left.
  forgetUnrestored(instance, wish)
  for (const { connector } of connections) {
    live.watches.get(toKey(connector))?.()
    live.watches.delete(toKey(connector))
    writeLeft(services.storage, connector.namespace, connector.id)
    eraseSaved(services.storage, connector.namespace, connector.id)
  }
  const [told] = await Promise.all([
    Promise.all(connections.map((connection) => sayGoodbye(instance, connection))),
    leaveSignIn(instance, connections),
  ])
  const failures = told.filter((failure) => failure !== undefined)
  // Those beside the one in use first, so that none of them is in use for a moment only.
  for (const { connector } of [...connections].reverse()) {
    // Connected anew meanwhile, it has a watch again and stays.
    const now = findKept(stores.connection.get(), connector)?.connector
    if (now === connector && !live.watches.has(toKey(connector))) releaseConnection(instance, connector)
  }
  for (const { connector } of connections) {
    const next = getConnection(stores.connection.get(), connector.namespace)
    if (next) saveConnection(instance, next)
  }
  moveToConnected(instance)
  if (!wish.keepOpen && connections.length > 0) leave(instance, wish, failures.length > 0)
  if (failures.length === 0) return
  throw new LatchkeyError('DISCONNECT_FAILED', 'Failed to disconnect: a wallet could not be told.', {
    facts: { failures: failures.map(({ namespace, connectorId, code }) => ({ namespace, connectorId, code })) },
    cause: failures[0]?.cause,
  })
}

/** Whether a wish without more words means all, else whether it names this connector. */
function isMeant({ namespace, connectorId }: Wish, connector: ConnectorKey): boolean {
  return (
    (namespace === undefined || connector.namespace === namespace) &&
    (connectorId === undefined || connector.id === connectorId)
  )
}

/** The connections to end, and all that live in the same session as one of them. */
function listEnding(instance: Instance, wish: Wish): readonly Connection[] {
  const state = instance.stores.connection.get()
  const { namespace, connectorId } = wish
  const all = listKept(state)
  const meant =
    namespace && connectorId === undefined
      ? all.filter((connection) => connection === getConnection(state, namespace))
      : all.filter(({ connector }) => isMeant(wish, connector))
  return all.filter(
    (connection) =>
      meant.includes(connection) ||
      meant.some(
        ({ connector: { type, id } }) =>
          (type === 'WALLET_CONNECT' || type === 'AUTH') &&
          connection.connector.type === type &&
          connection.connector.id === id,
      ),
  )
}

/** What an earlier page load kept and this one has not restored yet is left as well, and not restored any more. */
function forgetUnrestored(instance: Instance, wish: Wish): void {
  const { stores, services } = instance
  for (const namespace of NAMESPACES) {
    if (wish.namespace && namespace !== wish.namespace) continue
    const saved = readConnections(services.storage, namespace).filter(
      ({ connectorId: id }, index) =>
        !findKept(stores.connection.get(), { namespace, id }) &&
        // A namespace alone means what is in use there.
        (wish.connectorId === undefined ? !wish.namespace || index === 0 : id === wish.connectorId),
    )
    if (saved.length === 0) continue
    const isWaitedFor = saved[0]?.connectorId === readConnections(services.storage, namespace)[0]?.connectorId
    for (const { connectorId } of saved) {
      writeLeft(services.storage, namespace, connectorId)
      eraseSaved(services.storage, namespace, connectorId)
    }
    if (isWaitedFor && stores.connection.get().attempt?.namespace !== namespace) settleStatus(instance, namespace)
  }
}

/** Tells a wallet; answers what went wrong, or nothing. */
async function sayGoodbye(
  instance: Instance,
  connection: Connection,
): Promise<{ namespace: Namespace; connectorId: string; code: string; cause: unknown } | undefined> {
  const { connector } = connection
  const { namespace, id: connectorId } = connector
  const done = new AbortController()
  try {
    const told = getAdapter(instance, connector)
      ?.disconnect(connection)
      .then(() => true)
    const isTold = await Promise.race([told, pause(instance, GOODBYE_LIMIT_MS, done.signal).then(() => false)])
    if (isTold === false) throw new LatchkeyError('WALLET_NOT_RESPONDING', `${connector.name} does not answer.`)
    instance.track('DISCONNECT_SUCCESS', { namespace })
    return undefined
  } catch (error) {
    const context = { step: 'disconnect', namespace, connectorId, walletName: connector.name } as const
    const failure = toFailure(error, context, { family: findFamily(connector) })
    instance.track('DISCONNECT_ERROR', { message: failure.code })
    instance.fail({ ...context, code: failure.code, final: true, cause: error })
    return { namespace, connectorId, code: failure.code, cause: error }
  } finally {
    done.abort()
  }
}

/** Where the modal goes: to the wallets that are left, else it closes. A failure is said where a visitor begins. */
function leave(instance: Instance, wish: Wish, hasFailed: boolean): void {
  const { stores } = instance
  const isOpen = stores.modal.get().open
  const isAll = wish.namespace === undefined && wish.connectorId === undefined
  const [left] = listKept(stores.connection.get())
  if (isOpen && ((left && !isAll) || isOnWallets(instance))) {
    // The list of wallets stays, empty too, and nothing that needs an account is behind it.
    if (isOnWallets(instance)) resetView(instance, { view: getRoute(stores.router.get()).view } as ViewTarget)
    else showWallets(instance)
    const told = hasFailed ? 'disconnectFailed' : 'disconnected'
    showToast(instance, { variant: hasFailed ? 'error' : 'success', key: told })
    const { activeNamespace } = stores.networks.get()
    const inUse = getConnection(stores.connection.get(), activeNamespace)
    if (inUse) settleNetwork(instance, activeNamespace, inUse.networkId)
    return
  }
  if (!hasFailed) {
    closeModal(instance, 'disconnected')
    // Embedded, the modal is still there to say it.
    if (stores.modal.get().open) showToast(instance, { variant: 'success', key: 'disconnected' })
    return
  }
  if (!isOpen) return
  resetView(instance, getStart(instance))
  showToast(instance, { variant: 'error', key: 'disconnectFailed' })
}

/** When the active namespace has lost its wallet and another one has one still, that one becomes active. */
function moveToConnected(instance: Instance): void {
  const { stores, services } = instance
  const { activeNamespace } = stores.networks.get()
  const state = stores.connection.get()
  if (getConnection(state, activeNamespace)) return
  const other = NAMESPACES.find((namespace) => getConnection(state, namespace))
  if (!other) return
  stores.networks.set((now) => ({ ...now, activeNamespace: other }))
  writeActive(services.storage, other)
}
