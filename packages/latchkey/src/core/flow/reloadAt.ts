import { getStatus } from '../kernel/connections/connection.ts'
import { readRecord } from '../kernel/saved/records.ts'
import { writeRecord } from '../kernel/saved/writeRecords.ts'
import type { Instance } from '../types/latchkey.ts'
import type { WalletListing } from '../types/listing.ts'
import { NAMESPACES, type Namespace } from '../types/network.ts'
import { REOPEN_RECORD } from '../values/reopenRecord.ts'
import { openModal } from './openModal.ts'

/** Longest that a page may take to come back for that to count, in ms. */
const REOPEN_MS = 60_000

/** Reloads the page; the modal opens again at the same wallet (F-04). */
export function reloadAt(instance: Instance, { name, connectors }: WalletListing, namespace: Namespace): void {
  const { storage, clock, browser } = instance.services
  const connectorId = connectors.find((one) => one.namespace === namespace)?.connectorId
  if (connectorId !== undefined) {
    writeRecord(storage, REOPEN_RECORD, { at: clock.now(), name, namespace, connectorId })
  }
  browser.reload()
}

/** Told once when the page has loaded: opens the modal where it was before it reloaded the page. A wallet that is back already stays. */
export function reopen(instance: Instance): void {
  const { storage, clock } = instance.services
  const found = parse(readRecord(storage, REOPEN_RECORD))
  storage.remove(REOPEN_RECORD)
  if (!found || clock.now() - found.at > REOPEN_MS) return
  const { name, namespace, connectorId } = found
  if (getStatus(instance.stores.connection.get(), namespace) !== 'disconnected') return
  const wallet: WalletListing = {
    key: connectorId,
    name,
    connectors: [{ namespace, connectorId }],
    isInstalled: true,
    isRecent: false,
    isLookalike: false,
    links: {},
  }
  void openModal(instance, { view: 'ConnectingExternal', data: { wallet } })
}

type Reopened = {
  readonly at: number
  readonly name: string
  readonly namespace: Namespace
  readonly connectorId: string
}

function parse(record: unknown): Reopened | undefined {
  const { at, name, namespace, connectorId } = (record ?? {}) as Readonly<Record<string, unknown>>
  const known = NAMESPACES.find((one) => one === namespace)
  const isWhole = typeof at === 'number' && typeof name === 'string' && typeof connectorId === 'string'
  return known && isWhole ? { at, name, namespace: known, connectorId } : undefined
}
