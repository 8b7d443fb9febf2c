import type { KeyStorage } from '../../services/ports.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { RECENT_WALLETS } from '../connections/connectors.ts'
import { RECORD_VERSION, RECORDS, readTexts } from './records.ts'

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

export function writeNetworkId(storage: KeyStorage, namespace: Namespace, networkId: NetworkId): void {
  writeRecord(storage, RECORDS.network(namespace), networkId)
}

export function writeActive(storage: KeyStorage, namespace: Namespace): void {
  writeRecord(storage, RECORDS.active, namespace)
}

export function writeRecent(storage: KeyStorage, ids: readonly string[]): void {
  writeRecord(storage, RECORDS.recent, ids.slice(0, RECENT_WALLETS))
}

/** Writes a record with its version, where it differs from what stands there: every write is news to other tabs. */
export function writeRecord(storage: KeyStorage, name: string, value: unknown): void {
  const text = JSON.stringify({ v: RECORD_VERSION, value })
  if (storage.get(name) !== text) storage.set(name, text)
}
