import type { KeyStorage } from '../../services/ports.ts'
import type { SavedConnection } from '../../types/adapter.ts'
import type { Namespace } from '../../types/network.ts'
import { parseSaved, RECORDS, readConnection, readRecord } from './records.ts'
import { writeRecord } from './writeRecords.ts'

/** Connections kept for a namespace; older ones are dropped. More are hardly meant, and each is asked at every load. */
export const KEPT_LIMIT = 10

/** Name of the list of connections. It begins with the name of the one in use, which is how other tabs know it. */
function toListName(namespace: Namespace): string {
  return `${RECORDS.connector(namespace)}s`
}

/** Every connection kept for a namespace: the one in use first, then the newest. What cannot be read is dropped (SEC-103). */
export function readConnections(storage: KeyStorage, namespace: Namespace): readonly SavedConnection[] {
  const current = readConnection(storage, namespace)
  if (!current) return []
  const list = readRecord(storage, toListName(namespace))
  const parsed = Array.isArray(list) ? list.flatMap((value) => parseSaved(value, namespace) ?? []) : []
  return [current, ...parsed]
    .filter(({ connectorId }, index, all) => all.findIndex((other) => other.connectorId === connectorId) === index)
    .slice(0, KEPT_LIMIT)
}

/** Keeps a connection, as the one in use or beside it, in place of what was kept of the same wallet. */
export function keepSaved(
  storage: KeyStorage,
  namespace: Namespace,
  { saved, isCurrent }: { saved: SavedConnection; isCurrent: boolean },
): void {
  const before = readConnections(storage, namespace)
  const isKnown = before.some(({ connectorId }) => connectorId === saved.connectorId)
  const rest = before.filter(({ connectorId }) => connectorId !== saved.connectorId)
  if (isCurrent) writeConnections(storage, namespace, [saved, ...rest])
  else if (!isKnown) writeConnections(storage, namespace, [...before, saved])
  else {
    const next = before.map((known) => (known.connectorId === saved.connectorId ? saved : known))
    writeConnections(storage, namespace, next)
  }
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
  if (next.length > 1) write(storage, toListName(namespace), next.slice(0, KEPT_LIMIT))
  write(storage, RECORDS.connector(namespace), current)
  if (next.length <= 1) write(storage, toListName(namespace), undefined)
}

/** Writes only what differs: every write is news to other tabs. */
function write(storage: KeyStorage, name: string, value: unknown): void {
  if (JSON.stringify(readRecord(storage, name)) === JSON.stringify(value)) return
  if (value === undefined) storage.remove(name)
  else writeRecord(storage, name, value)
}
