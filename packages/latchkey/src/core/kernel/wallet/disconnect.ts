import type { Connection } from '../../adapter.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { closeModal } from '../shell/closeModal.ts'
import { resetView } from '../shell/resetView.ts'
import { getStart } from '../shell/showHome.ts'
import { showToast } from '../shell/showToast.ts'
import { releaseConnection } from './adoptConnection.ts'
import { cancelAttempt } from './cancelAttempt.ts'
import { getConnection } from './connection.ts'
import { findFamily } from './failureFamilies.ts'
import { getAdapter } from './getAdapter.ts'
import { pause } from './watchPrompt.ts'
import { eraseConnection } from './writeRecords.ts'

/** Longest wait for a wallet that is told to forget this site, in ms; afterwards it counts as not told. */
export const GOODBYE_LIMIT_MS = 3_000

/**
 * Ends the connection of a namespace, or all. In this browser that always succeeds; wallets are told side by side, and when
 * one could not be told it rejects with one `DISCONNECT_FAILED` that lists them. `keepOpen` leaves the modal as it is.
 * Source: product, section 4; decisions, section 5.
 */
export async function disconnect(
  instance: Instance,
  options: { namespace?: Namespace | undefined; keepOpen?: boolean | undefined } = {},
): Promise<void> {
  const { stores, services } = instance
  const connections = listConnections(instance, options.namespace)
  const waiting = stores.connection.get().attempt
  if (!options.keepOpen && waiting && (!options.namespace || waiting.namespace === options.namespace)) {
    cancelAttempt(instance)
  }
  // Storage first: a page that is closed now, and every other tab, must find the wallet left.
  for (const { connector } of connections) {
    instance.live.watches.get(connector.namespace)?.()
    instance.live.watches.delete(connector.namespace)
    eraseConnection(services.storage, connector.namespace, connector.id)
  }
  const failures = (await Promise.all(connections.map((connection) => sayGoodbye(instance, connection)))).filter(
    (failure) => failure !== undefined,
  )
  for (const { connector } of connections) {
    if (getConnection(stores.connection.get(), connector.namespace)?.connector === connector) {
      releaseConnection(instance, connector.namespace)
    }
  }
  moveToConnected(instance)
  if (failures.length === 0) {
    if (connections.length === 0 || options.keepOpen) return
    closeModal(instance, 'disconnected')
    // Embedded, the modal is still there to say it.
    if (stores.modal.get().open) showToast(instance, { variant: 'success', key: 'disconnected' })
    return
  }
  if (stores.modal.get().open && !options.keepOpen) {
    resetView(instance, getStart(instance))
    showToast(instance, { variant: 'error', key: 'disconnectFailed' })
  }
  throw new LatchkeyError('DISCONNECT_FAILED', 'Failed to disconnect: a wallet could not be told.', {
    facts: { failures: failures.map(({ namespace, connectorId, code }) => ({ namespace, connectorId, code })) },
    cause: failures[0]?.cause,
  })
}

/** The connections to end: all, or those of a namespace and of others that live in the same session. */
function listConnections(instance: Instance, namespace: Namespace | undefined): readonly Connection[] {
  const state = instance.stores.connection.get()
  const all = NAMESPACES.flatMap((each) => getConnection(state, each) ?? [])
  if (!namespace) return all
  const own = getConnection(state, namespace)?.connector
  return all.filter(
    ({ connector }) =>
      connector.namespace === namespace ||
      (own && ['WALLET_CONNECT', 'AUTH'].includes(own.type) && connector.type === own.type && connector.id === own.id),
  )
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

/** When the active namespace has lost its wallet and another one has one still, that one becomes active. */
function moveToConnected(instance: Instance): void {
  const { stores } = instance
  const { activeNamespace } = stores.networks.get()
  const state = stores.connection.get()
  if (getConnection(state, activeNamespace)) return
  const other = NAMESPACES.find((namespace) => getConnection(state, namespace))
  if (other) stores.networks.set((now) => ({ ...now, activeNamespace: other }))
}
