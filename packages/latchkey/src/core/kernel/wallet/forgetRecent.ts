import type { Instance } from '../../latchkey.ts'
import { writeRecent } from './writeRecords.ts'

/** Takes a wallet off the list of recent ones; a connection that it has stays. */
export function forgetRecent({ stores, services }: Instance, connectorId: string): void {
  stores.connectors.set((state) => ({ ...state, recent: state.recent.filter((id) => id !== connectorId) }))
  writeRecent(services.storage, stores.connectors.get().recent)
}
