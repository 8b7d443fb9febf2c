import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Ending, Permission } from '../core/features/permissions/state.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Ends permissions that `fetchPermissions` told, each once: approvals by transactions of the account in use, as one batch where the wallet
 * carries batches out as one, each read back from the chain; connections, sign-ins and permissions of EIP-7715 by their own means. Resolves
 * with how each ended; a rejection is `failed` with `USER_REJECTED`. Rejects with `REQUEST_INVALID` for what is no permission.
 */
export async function revoke(
  latchkey: Latchkey,
  permissions: Permission | readonly Permission[],
): Promise<readonly Ending[]> {
  const list = Array.isArray(permissions) ? (permissions as readonly Permission[]) : [permissions as Permission]
  const { instance } = latchkey
  const [code, { isPermission }] = await lazy(
    instance,
    Promise.all([
      import('../core/features/permissions/revoke.ts'),
      import('../core/features/permissions/isPermission.ts'),
    ]),
    'send',
  )
  if (!list.every(isPermission)) {
    const text = 'permissions must be permissions as fetchPermissions tells them.'
    throw new LatchkeyError('REQUEST_INVALID', text, { facts: { field: 'permissions' } })
  }
  return code.revoke(instance, list, { isOfSite: true })
}
