import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { REOPEN_RECORD } from '../../returnUrl.ts'
import { openModal } from '../shell/openModal.ts'
import type { WalletListing } from '../shell/views.ts'
import { getStatus } from './connection.ts'

/** Longest that a page may take to come back for that to count, in ms. */
const REOPEN_MS = 60_000

/** Reloads the page; the modal opens again at the same wallet (F-04). */
export function reloadAt(instance: Instance, { name, connectors }: WalletListing, namespace: Namespace): void {
  const { storage, clock, browser } = instance.services
  const connectorId = connectors.find((one) => one.namespace === namespace)?.connectorId
  if (connectorId !== undefined) {
    storage.set(REOPEN_RECORD, JSON.stringify({ at: clock.now(), name, namespace, connectorId }))
  }
  browser.reload()
}

/** Told once when the page has loaded: opens the modal where it was before it reloaded the page. A wallet that is back already stays. */
export function reopen(instance: Instance): void {
  const { storage, clock } = instance.services
  const found = parse(storage.get(REOPEN_RECORD))
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

function parse(text: string | undefined): Reopened | undefined {
  try {
    const { at, name, namespace, connectorId } = JSON.parse(text ?? 'null') ?? {}
    const known = NAMESPACES.find((one) => one === namespace)
    const isWhole = typeof at === 'number' && typeof name === 'string' && typeof connectorId === 'string'
    return known && isWhole ? { at, name, namespace: known, connectorId } : undefined
  } catch {
    return undefined
  }
}
