import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Has the wallet behind a login use its smart account on eip155 (`smartAccount`, the default where the gateway has a bundler), or the
 * key's own address (`eoa`), here and in other tabs, now and later; they are two addresses. Rejects with `NOT_CONNECTED`,
 * `REQUEST_INVALID` or a failure, `METHOD_NOT_GRANTED` where the network in use has no smart accounts.
 */
export async function setPreferredAccountType(latchkey: Latchkey, type: 'eoa' | 'smartAccount'): Promise<void> {
  if (type !== 'eoa' && type !== 'smartAccount') {
    throw new LatchkeyError('REQUEST_INVALID', 'type must be eoa or smartAccount.', { facts: { field: 'type' } })
  }
  const { instance } = latchkey
  const code = await lazy(instance, import('../core/ways/embedded/setPreferredAccountType.ts'), 'switch')
  return code.setPreferredAccountType(instance, type)
}
