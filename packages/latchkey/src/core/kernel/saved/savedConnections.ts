import type { KeyStorage } from '../../services/ports.ts'
import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { RECENT_WALLETS } from '../connections/connectors.ts'
import { parseSaved, RECORDS, readConnection, readRecord, readTexts } from './records.ts'
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

/** Marks kept a namespace. */
const LEFT_LIMIT = 20

/** Marks a wallet as left on purpose. */
export function writeLeft(storage: KeyStorage, namespace: Namespace, connectorId: string): void {
  writeRecord(
    storage,
    RECORDS.left(namespace),
    [...new Set([connectorId, ...readLeft(storage, namespace)])].slice(0, LEFT_LIMIT),
  )
}

/** Takes the mark off a wallet that is connected again (wagmi #4195). */
export function eraseLeft(storage: KeyStorage, namespace: Namespace, connectorId: string): void {
  const left = readLeft(storage, namespace)
  if (!left.includes(connectorId)) return
  const rest = left.filter((id) => id !== connectorId)
  writeRecord(storage, RECORDS.left(namespace), rest)
}

/** Ids of wallets that the visitor disconnected here. */
export function readLeft(storage: KeyStorage, namespace: Namespace): readonly string[] {
  return readTexts(storage, RECORDS.left(namespace))
}

/** Keeps the ids of the wallets connected last, newest first. */
export function writeRecent(storage: KeyStorage, ids: readonly string[]): void {
  writeRecord(storage, RECORDS.recent, ids.slice(0, RECENT_WALLETS))
}
