import { demandConnection } from '../kernel/requests/demandConnection.ts'
import type { Connection } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Namespace } from '../types/network.ts'
import { carryOut } from './carryOut.ts'

/** Signs a message with the active account of a namespace; with the `meant` one or none. Rejects with `NOT_CONNECTED` or a failure of the wallet. */
export async function signMessage(
  instance: Instance,
  { message, namespace }: { message: string | Uint8Array; namespace?: Namespace | undefined },
  meant?: Connection | undefined,
): Promise<string> {
  const { connection, adapter } = demandConnection(instance, meant?.connector.namespace ?? namespace, meant)
  return carryOut(instance, { connection, step: 'sign' }, () => adapter.signMessage(connection, message))
}
