import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'
import { demandObject } from './demandObject.ts'

/**
 * Makes a connected wallet the one in use of its namespace, and that namespace the active one; with `address` also another
 * account of the wallet. No wallet is asked. Rejects with `NOT_CONNECTED`, `ACCOUNT_NOT_SHARED`, or the failure of a required
 * sign-in.
 */
export async function switchConnection(
  latchkey: Latchkey,
  parameters: { namespace: Namespace; connectorId: string; address?: string | undefined },
): Promise<void> {
  const code = await lazy(latchkey.instance, import('../core/kernel/connections/switchConnection.ts'), 'connect')
  await code.switchConnection(latchkey.instance, demandObject('parameters', parameters))
}
