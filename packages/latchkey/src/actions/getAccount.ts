import { readAccount } from '../core/roof/readAccount.ts'
import type { AccountState } from '../core/types/account.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/** What is known of the account in use of a namespace; without one, of the active one, as `getState()` has it. */
export function getAccount(latchkey: Latchkey, namespace?: Namespace): AccountState {
  return readAccount(latchkey.instance, namespace)
}
