import type { Failure } from '../../errors/failure.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { cancelAttempt } from '../attempt/cancelAttempt.ts'
import { pause } from '../attempt/pause.ts'
import { nameFailure } from '../nameFailure.ts'
import { eraseSaved, readConnections, writeLeft } from '../saved/savedConnections.ts'
import { writeActive } from '../saved/writeRecords.ts'
import { leaveSignIn } from '../signIn/settleSignIn.ts'
import { findWay, getAdapter } from '../way.ts'
import { getConnection } from './connection.ts'
import { findConnection } from './connectionByConnector.ts'
import { type ConnectorKey, listConnections, toKey } from './connectionList.ts'
import { releaseConnection, saveChange } from './keepConnection.ts'
import { settleStatus } from './makeCurrent.ts'

/** Longest wait for a wallet that is told to forget this site, in ms; afterwards it counts as not told. */
export const GOODBYE_LIMIT_MS = 3_000

export declare namespace disconnect {
  type Parameters = {
    /** Without a connector the connection in use there. */
    namespace?: Namespace | undefined
    connectorId?: string | undefined
    /** Leaves the modal as it is. */
    keepOpen?: boolean | undefined
  }
  type ErrorType = LatchkeyError
}

/**
 * Ends the connection in use of a namespace, that of one wallet, or without either all. One that shares a session with several
 * namespaces ends in each of them. In this browser that always succeeds; wallets are told side by side, and when one could not
 * be told it rejects with one `DISCONNECT_FAILED` that lists them. In a namespace with several wallets the next takes over.
 */
export async function disconnect(instance: Instance, parameters: disconnect.Parameters = {}): Promise<void> {
  const { stores, services, live } = instance
  const connections = listEnding(instance, parameters)
  const waiting = stores.connection.get().attempt
  if (
    !parameters.keepOpen &&
    waiting &&
    isMeant(parameters, { namespace: waiting.namespace, id: waiting.connectorId })
  ) {
    cancelAttempt(instance)
  }
  // Storage first: a page that is closed now, and every other tab, must find the wallet left.
  forgetUnrestored(instance, parameters)
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
  instance.batch(() => {
    // Those beside the one in use first, so that none of them is in use for a moment only.
    for (const { connector } of [...connections].reverse()) {
      // Connected anew meanwhile, it has a watch again and stays.
      const now = findConnection(stores.connection.get(), connector)?.connector
      if (now === connector && !live.watches.has(toKey(connector))) releaseConnection(instance, connector)
    }
    for (const { connector } of connections) {
      const next = getConnection(stores.connection.get(), connector.namespace)
      if (next) saveChange(instance, next)
    }
    moveToConnected(instance)
    if (!parameters.keepOpen && connections.length > 0) {
      const isAll = parameters.namespace === undefined && parameters.connectorId === undefined
      instance.tell({ kind: 'disconnected', isAll, hasFailed: failures.length > 0 })
    }
    for (const [index, { connector }] of connections.entries()) sayDisconnected(instance, connector, told[index])
  })
  if (failures.length === 0) return
  throw new LatchkeyError('DISCONNECT_FAILED', 'Failed to disconnect: a wallet could not be told.', {
    facts: { failures: failures.map(({ namespace, connectorId, code }) => ({ namespace, connectorId, code })) },
    cause: failures[0]?.cause,
  })
}

/** Whether parameters without a name mean all, else whether they name this connector. */
function isMeant({ namespace, connectorId }: disconnect.Parameters, connector: ConnectorKey): boolean {
  return (
    (namespace === undefined || connector.namespace === namespace) &&
    (connectorId === undefined || connector.id === connectorId)
  )
}

/** The connections to end, and all that share a session with one of them. */
function listEnding(instance: Instance, parameters: disconnect.Parameters): readonly Connection[] {
  const state = instance.stores.connection.get()
  const { namespace, connectorId } = parameters
  const all = listConnections(state)
  const meant =
    namespace && connectorId === undefined
      ? all.filter((connection) => connection === getConnection(state, namespace))
      : all.filter(({ connector }) => isMeant(parameters, connector))
  return all.filter(
    (connection) =>
      meant.includes(connection) ||
      meant.some(
        ({ connector: { type, id } }) =>
          findWay(instance, id) && connection.connector.type === type && connection.connector.id === id,
      ),
  )
}

/** What an earlier page load kept and this one has not restored yet is left as well, and not restored any more. */
function forgetUnrestored(instance: Instance, parameters: disconnect.Parameters): void {
  const { stores, services } = instance
  for (const namespace of NAMESPACES) {
    if (parameters.namespace && namespace !== parameters.namespace) continue
    const saved = readConnections(services.storage, namespace).filter(
      ({ connectorId: id }, index) =>
        !findConnection(stores.connection.get(), { namespace, id }) &&
        // A namespace alone means what is in use there.
        (parameters.connectorId === undefined ? !parameters.namespace || index === 0 : id === parameters.connectorId),
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

type Untold = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly code: Failure['code']
  readonly cause: unknown
}

/** Tells the host that a connection is gone here, and what kept its wallet from hearing of it. */
function sayDisconnected(instance: Instance, connector: Connector, untold: Untold | undefined): void {
  const { namespace, id: connectorId, name: walletName } = connector
  if (!untold) {
    instance.track('DISCONNECT_SUCCESS', { namespace })
    return
  }
  const { code, cause } = untold
  instance.track('DISCONNECT_ERROR', { message: code })
  instance.fail({ step: 'disconnect', namespace, connectorId, walletName, code, final: true, cause })
}

/** Tells a wallet; answers what went wrong, or nothing. */
async function sayGoodbye(instance: Instance, connection: Connection): Promise<Untold | undefined> {
  const { connector } = connection
  const { namespace, id: connectorId } = connector
  const done = new AbortController()
  try {
    const told = getAdapter(instance, connector)
      ?.disconnect(connection)
      .then(() => true)
    const isTold = await Promise.race([told, pause(instance, GOODBYE_LIMIT_MS, done.signal).then(() => false)])
    if (isTold === false) throw new LatchkeyError('WALLET_NOT_RESPONDING', `${connector.name} does not answer.`)
    return undefined
  } catch (error) {
    const context = { step: 'disconnect', namespace, connectorId, walletName: connector.name } as const
    const { code } = nameFailure(instance, connector, error, context)
    return { namespace, connectorId, code, cause: error }
  } finally {
    done.abort()
  }
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
