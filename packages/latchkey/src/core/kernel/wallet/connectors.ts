import type { Connector } from '../../adapter.ts'
import type { Namespace } from '../../network.ts'

export type ConnectorsState = {
  readonly byNamespace: Readonly<Partial<Record<Namespace, readonly Connector[]>>>
  /** Ids of wallets connected most recently, newest first, at most 2. Source: product, business constants. */
  readonly recent: readonly string[]
}

export const INITIAL_CONNECTORS: ConnectorsState = { byNamespace: {}, recent: [] }

/** Recent wallets kept. Source: product, business constants. */
export const RECENT_WALLETS = 2
