import type { Approval, Ending, Permission, PermissionList } from '../core/features/permissions/state.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

export type { Approval, Ending, Permission, PermissionList }

/**
 * What this site and others may do: connected wallets with what a session lets them be asked for, sign-ins, permissions of EIP-7715 where
 * the wallet tells them, and what the account of eip155 in use lets others take (from the gateway; `approvals` says how that went). `fresh`
 * has the gateway read the chain anew. Never rejects but with `REQUEST_INVALID`: what could not be read is said in the list. No wallet is
 * prompted.
 */
export async function fetchPermissions(
  latchkey: Latchkey,
  request: { readonly fresh?: boolean | undefined } = {},
): Promise<PermissionList> {
  const { fresh = false } = demandObject('request', request)
  const { instance } = latchkey
  const code = await lazy(instance, import('../core/features/permissions/fetchPermissions.ts'), 'read')
  return code.fetchPermissions(instance, { isFresh: fresh })
}
