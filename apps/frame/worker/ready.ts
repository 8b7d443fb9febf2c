import type { ApprovalSubject } from '../approve/types.ts'
import type { Keyring } from '../keys/createKeyring.ts'

/** What would be signed, and what signs it. */
export type Ready = {
  readonly account: string
  /** Whose key signs, where the account is a smart one. */
  readonly owner?: string | undefined
  readonly subject: ApprovalSubject
  readonly sign: (keyring: Keyring) => Promise<unknown>
}
