import type { SavedConnection } from '../../adapter.ts'
import type { Namespace, NetworkId } from '../../network.ts'
import type { KeyStorage } from '../../services/ports.ts'
import { RECENT_WALLETS } from './connectors.ts'
import { RECORD_VERSION, RECORDS, readActive, readNetworkId, readTexts } from './records.ts'

/** Keeps a connection and, in the same step, forgets that its wallet was left (wagmi #4195). */
export function writeConnection(storage: KeyStorage, namespace: Namespace, saved: SavedConnection): void {
  writeRecord(storage, RECORDS.connector(namespace), saved)
  const left = readLeft(storage, namespace)
  if (left.includes(saved.connectorId)) {
    writeRecord(
      storage,
      RECORDS.left(namespace),
      left.filter((id) => id !== saved.connectorId),
    )
  }
}

/** Forgets a connection. `leftId` names the wallet that the visitor left on purpose. */
export function eraseConnection(storage: KeyStorage, namespace: Namespace, leftId?: string | undefined): void {
  if (leftId)
    writeRecord(storage, RECORDS.left(namespace), [...new Set([leftId, ...readLeft(storage, namespace)])].slice(0, 20))
  storage.remove(RECORDS.connector(namespace))
}

/** Ids of wallets that the visitor disconnected here. */
export function readLeft(storage: KeyStorage, namespace: Namespace): readonly string[] {
  return readTexts(storage, RECORDS.left(namespace))
}

export function writeNetworkId(storage: KeyStorage, namespace: Namespace, networkId: NetworkId): void {
  if (readNetworkId(storage, namespace) !== networkId) writeRecord(storage, RECORDS.network(namespace), networkId)
}

export function writeActive(storage: KeyStorage, namespace: Namespace): void {
  if (readActive(storage) !== namespace) writeRecord(storage, RECORDS.active, namespace)
}

export function writeRecent(storage: KeyStorage, ids: readonly string[]): void {
  writeRecord(storage, RECORDS.recent, ids.slice(0, RECENT_WALLETS))
}

function writeRecord(storage: KeyStorage, name: string, value: unknown): void {
  storage.set(name, JSON.stringify({ v: RECORD_VERSION, value }))
}
