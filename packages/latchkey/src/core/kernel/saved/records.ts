import type { KeyStorage } from '../../services/ports.ts'
import type { SavedConnection } from '../../types/adapter.ts'
import { getNamespace, NAMESPACES, type Namespace, type NetworkId } from '../../types/network.ts'
import { RECENT_WALLETS } from '../connections/connectors.ts'

/** Version of every record below; a record of another version is dropped. */
export const RECORD_VERSION = 1

/** Longest text kept in a record; longer ones are somebody else's. */
const TEXT_LIMIT = 256

/** Storage names of the kernel, without the instance's prefix. */
export const RECORDS = {
  /** The connection in use. With an `s` every connection of the namespace, where there are several. */
  connector: (namespace: Namespace): string => `${namespace}/connector`,
  left: (namespace: Namespace): string => `${namespace}/left`,
  network: (namespace: Namespace): string => `${namespace}/network`,
  active: 'active',
  recent: 'recent',
} as const

/** The connection kept as the one in use of a namespace, or undefined. */
export function readConnection(storage: KeyStorage, namespace: Namespace): SavedConnection | undefined {
  return parseSaved(readRecord(storage, RECORDS.connector(namespace)), namespace)
}

/** A connection as it was kept; undefined for anything of another shape or namespace. */
export function parseSaved(value: unknown, namespace: Namespace): SavedConnection | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { connectorId, networkId, address, isChosen } = value as Record<string, unknown>
  if (!isText(connectorId) || !isText(networkId) || getNamespace(networkId) !== namespace) return undefined
  if (address !== undefined && !isText(address)) return undefined
  return {
    connectorId,
    networkId: networkId as NetworkId,
    ...(address !== undefined && { address }),
    ...(isChosen === true && { isChosen }),
  }
}

export function readNetworkId(storage: KeyStorage, namespace: Namespace): NetworkId | undefined {
  const value = readRecord(storage, RECORDS.network(namespace))
  return isText(value) && getNamespace(value) === namespace ? (value as NetworkId) : undefined
}

export function readActive(storage: KeyStorage): Namespace | undefined {
  const value = readRecord(storage, RECORDS.active)
  return NAMESPACES.find((namespace) => namespace === value)
}

/** Ids of the wallets connected last, newest first, at most 2. */
export function readRecent(storage: KeyStorage): readonly string[] {
  return readTexts(storage, RECORDS.recent).slice(0, RECENT_WALLETS)
}

/** What stands under a name; a record of another version or shape is dropped (SEC-103). */
export function readRecord(storage: KeyStorage, name: string): unknown {
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

/** The texts of a list; anything else in it is dropped. */
export function readTexts(storage: KeyStorage, name: string): readonly string[] {
  const value = readRecord(storage, name)
  return Array.isArray(value) ? value.filter(isText) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_LIMIT
}
