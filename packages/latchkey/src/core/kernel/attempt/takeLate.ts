import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Attempt } from '../connections/connection.ts'
import { connectWallet } from './connectWallet.ts'

/**
 * Takes the approval of a wallet that was still asked when the visitor closed the modal over it: whoever approves there after that
 * is connected, and the host hears of it as of any other. Not once another wallet was chosen, or another step begun.
 */
export async function takeLate(
  instance: Instance,
  { id, namespace, connectorId, networkId }: Attempt,
  asked: Promise<Connection>,
): Promise<void> {
  try {
    const given = await asked
    const isLatest = instance.stores.connection.get().nextAttemptId === id + 1
    if (isLatest && !instance.signal.aborted)
      await connectWallet(instance, { namespace, connectorId, networkId, given })
  } catch {
    // A rejection of something that was left already, or a failure that the host was told.
  }
}
