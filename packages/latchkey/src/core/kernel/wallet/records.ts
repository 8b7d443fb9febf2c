import type { SavedConnection } from '../../adapter.ts'
import { getNamespace, NAMESPACES, type Namespace, type NetworkId } from '../../network.ts'
import type { KeyStorage } from '../../services/ports.ts'
import { RECENT_WALLETS } from './connectors.ts'

/** Version of every record below; a record of another version is dropped. */
const RECORD_VERSION = 1

/** Longest text kept in a record; longer ones are somebody else's. */
const TEXT_LIMIT = 256

/** Storage names of the kernel, without the instance's prefix. Source: adapters, section 11. */
export const RECORDS = {
  connector: (namespace: Namespace): string => `${namespace}/connector`,
  left: (namespace: Namespace): string => `${namespace}/left`,
  network: (namespace: Namespace): string => `${namespace}/network`,
  active: 'active',
  recent: 'recent',
} as const

/** The connection kept for a namespace, or undefined. */
export function readConnection(storage: KeyStorage, namespace: Namespace): SavedConnection | undefined {
  const value = readRecord(storage, RECORDS.connector(namespace))
  if (typeof value !== 'object' || value === null) return undefined
  const { connectorId, networkId, address } = value as Record<string, unknown>
  if (!isText(connectorId) || !isText(networkId) || getNamespace(networkId) !== namespace) return undefined
  if (address !== undefined && !isText(address)) return undefined
  return { connectorId, networkId: networkId as NetworkId, ...(address !== undefined && { address }) }
}

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

export function readNetworkId(storage: KeyStorage, namespace: Namespace): NetworkId | undefined {
  const value = readRecord(storage, RECORDS.network(namespace))
  return isText(value) && getNamespace(value) === namespace ? (value as NetworkId) : undefined
}

export function writeNetworkId(storage: KeyStorage, namespace: Namespace, networkId: NetworkId): void {
  if (readNetworkId(storage, namespace) !== networkId) writeRecord(storage, RECORDS.network(namespace), networkId)
}

export function readActive(storage: KeyStorage): Namespace | undefined {
  const value = readRecord(storage, RECORDS.active)
  return NAMESPACES.find((namespace) => namespace === value)
}

export function writeActive(storage: KeyStorage, namespace: Namespace): void {
  if (readActive(storage) !== namespace) writeRecord(storage, RECORDS.active, namespace)
}

/** Ids of the wallets connected last, newest first, at most 2. */
export function readRecent(storage: KeyStorage): readonly string[] {
  return readTexts(storage, RECORDS.recent).slice(0, RECENT_WALLETS)
}

export function writeRecent(storage: KeyStorage, ids: readonly string[]): void {
  writeRecord(storage, RECORDS.recent, ids.slice(0, RECENT_WALLETS))
}

/** What stands under a name; a record of another version or shape is dropped (SEC-103). */
function readRecord(storage: KeyStorage, name: string): unknown {
  const text = storage.get(name)
  if (text === undefined) return undefined
  try {
    const record: unknown = JSON.parse(text)
    if (
      typeof record === 'object' &&
      record !== null &&
      'v' in record &&
      record.v === RECORD_VERSION &&
      'value' in record
    ) {
      return record.value
    }
  } catch {
    return undefined
  }
  return undefined
}

function writeRecord(storage: KeyStorage, name: string, value: unknown): void {
  storage.set(name, JSON.stringify({ v: RECORD_VERSION, value }))
}

function readTexts(storage: KeyStorage, name: string): readonly string[] {
  const value = readRecord(storage, name)
  return Array.isArray(value) ? value.filter(isText) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_LIMIT
}
