import type { KeyStorage } from '../../services/ports.ts'
import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { eraseLeft } from './leftWallets.ts'
import { parseSaved, RECORDS, readConnection, readRecord } from './records.ts'
import { writeRecord } from './writeRecords.ts'

/** Connections kept for a namespace; older ones are dropped. More are hardly meant, and each is asked at every load. */
export const KEPT_LIMIT = 10

/** Name of the list of connections. It begins with the name of the one in use, which is how other tabs know it. */
function toListName(name: string): string {
  return `${name}s`
}

/** Every connection kept for a namespace: the one in use first, then the newest. What cannot be read is dropped (SEC-103). */
export function readConnections(storage: KeyStorage, namespace: Namespace): readonly SavedConnection[] {
  const current = readConnection(storage, namespace)
  if (!current) return []
  const list = readRecord(storage, toListName(RECORDS.connector(namespace)))
  const parsed = Array.isArray(list) ? list.flatMap((value) => parseSaved(value, namespace) ?? []) : []
  return [current, ...parsed]
    .filter(({ connectorId }, index, all) => all.findIndex((other) => other.connectorId === connectorId) === index)
    .slice(0, KEPT_LIMIT)
}

/**
 * Keeps a connection, as the one in use or beside it, in place of what was kept of the same wallet, which is no longer left. An
 * account that the visitor chose stays chosen until the wallet shows another one.
 */
export function keepSaved(
  storage: KeyStorage,
  { connector, networkId, accounts }: Connection,
  { isCurrent, isChosen }: { readonly isCurrent: boolean; readonly isChosen: boolean },
): void {
  const { namespace, id: connectorId } = connector
  const address = accounts[0]?.address
  const before = readConnections(storage, namespace)
  const known = before.find((each) => each.connectorId === connectorId)
  const saved: SavedConnection = {
    connectorId,
    networkId,
    ...(address !== undefined && { address }),
    ...((isChosen || (known?.isChosen && known.address === address)) && { isChosen: true }),
  }
  if (isCurrent) writeConnections(storage, namespace, [saved, ...before.filter((each) => each !== known)])
  else if (known)
    writeConnections(
      storage,
      namespace,
      before.map((each) => (each === known ? saved : each)),
    )
  else writeConnections(storage, namespace, [...before, saved])
  eraseLeft(storage, namespace, connectorId)
  if (isCurrent) writeNetworkId(storage, namespace, networkId)
}

/** Forgets a connection. When it was the one in use, the next one is kept as that. */
export function eraseSaved(storage: KeyStorage, namespace: Namespace, connectorId: string): void {
  const next = readConnections(storage, namespace).filter((known) => known.connectorId !== connectorId)
  writeConnections(storage, namespace, next)
}

/**
 * Two records say it: the one in use, and the list where there are several. What stands in neither counts as left in other
 * tabs, so in between both records together never name less than what stays.
 */
function writeConnections(storage: KeyStorage, namespace: Namespace, next: readonly SavedConnection[]): void {
  const [current] = next
  const name = RECORDS.connector(namespace)
  if (next.length > 1) writeRecord(storage, toListName(name), next.slice(0, KEPT_LIMIT))
  if (current) writeRecord(storage, name, current)
  else erase(storage, name)
  if (next.length <= 1) erase(storage, toListName(name))
}

function erase(storage: KeyStorage, name: string): void {
  if (storage.get(name) !== undefined) storage.remove(name)
}

export function writeNetworkId(storage: KeyStorage, namespace: Namespace, networkId: NetworkId): void {
  writeRecord(storage, RECORDS.network(namespace), networkId)
}
