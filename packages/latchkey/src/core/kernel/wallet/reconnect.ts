import type { Connection, Connector, SavedConnection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { getRoute } from '../shell/router.ts'
import { getStart, showHome } from '../shell/showHome.ts'
import { adoptConnection } from './adoptConnection.ts'
import { applyChange } from './applyChange.ts'
import { getConnection, getStatus, setStatus } from './connection.ts'
import { getAccount } from './getAccount.ts'
import { getAdapter } from './getAdapter.ts'
import { readConnection } from './records.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

/** Longest time for restoring one namespace, in ms. Source: failures, rule 8. */
export const RESTORE_LIMIT_MS = 5_000

/**
 * Restores the connections of earlier page loads, every namespace at once, without ever prompting. Resolves when each is
 * restored or given up: after 5 s at most. A wallet that is announced later is tried once more. Sources: F-54; adapters, section 11.
 */
export async function reconnect(instance: Instance): Promise<void> {
  const { stores, services, options, adapters } = instance
  if (options.enableReconnect) {
    await Promise.all(
      NAMESPACES.map(async (namespace) => {
        const saved = readConnection(services.storage, namespace)
        if (saved && (adapters[namespace] || saved.connectorId === WALLET_CONNECT_ID)) {
          await restoreNamespace(instance, namespace, saved)
        }
      }),
    )
  }
  if (!instance.signal.aborted) stores.connection.set((state) => ({ ...state, restored: true }))
}

/** Restores one namespace; also what another tab connected. Never rejects. */
export function restoreNamespace(instance: Instance, namespace: Namespace, saved: SavedConnection): Promise<void> {
  const { stores, services, signal } = instance
  return new Promise((resolve) => {
    const isWanted = (): boolean =>
      !signal.aborted &&
      getStatus(stores.connection.get(), namespace) !== 'connected' &&
      readConnection(services.storage, namespace)?.connectorId === saved.connectorId
    let isOver = false
    const over = new AbortController()
    const end = (isRestored: boolean): void => {
      if (isOver) return
      isOver = true
      stopTimer()
      over.abort()
      if (!isRestored && !signal.aborted && getStatus(stores.connection.get(), namespace) === 'connecting') {
        stores.connection.set((state) => setStatus(state, namespace, 'disconnected'))
        const walletName = findConnector(instance, namespace, saved.connectorId)?.name
        instance.live.lost = walletName
        instance.fail({
          code: 'RESTORE_FAILED',
          step: 'restore',
          final: false,
          namespace,
          connectorId: saved.connectorId,
          walletName,
        })
      }
      resolve()
    }
    const stopTimer = services.clock.after(RESTORE_LIMIT_MS, () => end(false))
    signal.addEventListener('abort', () => end(false), { once: true, signal: over.signal })

    const ask = async (connector: Connector | undefined): Promise<void> => {
      const asking = connector
        ? getAdapter(instance, connector)?.reconnect(connector, saved)
        : import('./walletConnect/restoreSession.ts').then((code) => code.restoreSession(instance, namespace, saved))
      const connection = await asking?.catch(() => null)
      // A wallet that answers after the limit is still right, as long as nothing took its place.
      if (connection && isWanted()) {
        restore(instance, connection)
        end(true)
      } else end(false)
    }
    if (saved.connectorId === WALLET_CONNECT_ID) {
      void ask(undefined)
      return
    }
    whenAnnounced(instance, namespace, saved.connectorId, (connector) => {
      if (isWanted()) void ask(connector)
    })
  })
}

function restore(instance: Instance, connection: Connection): void {
  const { stores } = instance
  // A view that waits for a wallet is finished by a connection from wherever it came (views, 2.4).
  const waiting = stores.connection.get().attempt
  if (waiting?.kind === 'connect' && waiting.namespace === connection.connector.namespace && instance.live.attempt) {
    instance.live.attempt.win(connection)
    return
  }
  instance.live.lost = undefined
  const isAtStart = stores.modal.get().embedded && getRoute(stores.router.get()).view === getStart(instance).view
  adoptConnection(instance, {
    connection,
    activate: false,
    onChange: (namespace, change) => applyChange(instance, namespace, change),
  })
  if (isAtStart && getAccount(instance)) showHome(instance)
  instance.track('CONNECT_SUCCESS', {
    method: toMethod(connection.connector),
    name: connection.connector.name,
    reconnect: true,
  })
}

/** Calls back once with the connector of this id: now, or when it is announced. */
function whenAnnounced(
  instance: Instance,
  namespace: Namespace,
  connectorId: string,
  run: (connector: Connector) => void,
): void {
  const known = findConnector(instance, namespace, connectorId)
  if (known) {
    run(known)
    return
  }
  const found = new AbortController()
  const stop = instance.stores.connectors.watch(() => {
    const connector = findConnector(instance, namespace, connectorId)
    if (!connector) return
    stop()
    found.abort()
    run(connector)
  })
  instance.signal.addEventListener('abort', stop, { once: true, signal: found.signal })
}

/** The connector of an id, or undefined when its wallet is not here (yet). */
export function findConnector(instance: Instance, namespace: Namespace, connectorId: string): Connector | undefined {
  const known = instance.stores.connectors.get().byNamespace[namespace]
  return (
    known?.find((connector) => connector.id === connectorId) ??
    // A session's connector is in no list: nothing announces it.
    [getConnection(instance.stores.connection.get(), namespace)?.connector].find((own) => own?.id === connectorId)
  )
}

/** A session does not say by which way it was made; a code is what most are. */
function toMethod({ id }: Connector): 'browser' | 'qrcode' {
  return id === WALLET_CONNECT_ID ? 'qrcode' : 'browser'
}
