import { type ConnectorsState, RECENT_WALLETS } from './connectors.ts'

/** Puts a wallet at the head of the recent ones. */
export function addRecent(state: ConnectorsState, connectorId: string): ConnectorsState {
  const recent = [connectorId, ...state.recent.filter((id) => id !== connectorId)].slice(0, RECENT_WALLETS)
  return { ...state, recent }
}
