import type { Instance } from '../../types/latchkey.ts'
import { writeRecent } from '../saved/savedConnections.ts'
import { type ConnectorsState, RECENT_WALLETS } from './connectors.ts'

/** Puts a wallet at the head of the recent ones. */
export function addRecent(state: ConnectorsState, connectorId: string): ConnectorsState {
  const recent = [connectorId, ...state.recent.filter((id) => id !== connectorId)].slice(0, RECENT_WALLETS)
  return { ...state, recent }
}

/** Takes a wallet off the list of recent ones; a connection that it has stays. */
export function forgetRecent({ stores, services }: Instance, connectorId: string): void {
  stores.connectors.set((state) => ({ ...state, recent: state.recent.filter((id) => id !== connectorId) }))
  writeRecent(services.storage, stores.connectors.get().recent)
}
