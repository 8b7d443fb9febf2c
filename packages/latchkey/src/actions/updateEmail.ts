import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Opens the modal where the visitor changes the address of the wallet that opens by an e-mail; resolves with the new one. The visitor
 * proves both addresses by codes. Rejects with `NOT_CONNECTED` where no such wallet is in use, `OPTION_INVALID` on an instance without a
 * modal, or `ATTEMPT_CANCELLED` once the modal is closed without a change.
 */
export async function updateEmail({ instance }: Latchkey): Promise<{ readonly email: string }> {
  const room = await lazy(instance, import('../core/features/email/requestEmailChange.ts'))
  return room.requestEmailChange(instance)
}
