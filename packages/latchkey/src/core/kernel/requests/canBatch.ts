import type { Adapter, Connection } from '../../types/adapter.ts'
import { readCapabilities } from './readCapabilities.ts'

/** Whether the wallet carries out several calls as one on this network (EIP-5792), also where it first changes the account for it. */
export async function canBatch(adapter: Adapter, connection: Connection): Promise<boolean> {
  if (!adapter.fetchCapabilities || !adapter.sendCalls || !adapter.fetchCallsStatus) return false
  // A wallet that does not know the question carries out one call at a time.
  const { atomic } = (await readCapabilities(adapter, connection)) as { atomic?: { status?: unknown } }
  return atomic?.status === 'supported' || atomic?.status === 'ready'
}
