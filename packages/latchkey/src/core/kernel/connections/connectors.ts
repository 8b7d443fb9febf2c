import type { Connector } from '../../types/adapter.ts'
import type { Namespace } from '../../types/network.ts'

export type ConnectorsState = {
  readonly byNamespace: Readonly<Partial<Record<Namespace, readonly Connector[]>>>
  /** Ids of wallets connected most recently, newest first, at most 2. */
  readonly recent: readonly string[]
}

export const INITIAL_CONNECTORS: ConnectorsState = { byNamespace: {}, recent: [] }

/** Recent wallets kept: those worth a mark in a short list. */
export const RECENT_WALLETS = 2

/** Takes over what an adapter knows now. One row a provider object, and one an id; rows that were known keep their place. */
export function setConnectors(
  state: ConnectorsState,
  namespace: Namespace,
  connectors: readonly Connector[],
): ConnectorsState {
  const unique = connectors.filter(
    (connector, index) =>
      connectors.findIndex(
        (other) =>
          other.id === connector.id || (other.provider === connector.provider && typeof other.provider === 'object'),
      ) === index,
  )
  const known = state.byNamespace[namespace] ?? []
  // Rows that are on screen stay where they are; an unknown id sorts behind them.
  const place = (connector: Connector): number => known.findIndex(({ id }) => id === connector.id) >>> 0
  const list = unique.sort((a, b) => place(a) - place(b))
  if (list.length === known.length && list.every((connector, index) => connector === known[index])) return state
  return { ...state, byNamespace: { ...state.byNamespace, [namespace]: list } }
}
