'use client'

import { grantPermissions } from '../actions/grantPermissions.ts'
import { revokePermissions } from '../actions/revokePermissions.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/**
 * Asks the wallet in use for permissions, and gives them back; see the actions of these names. The state is of the newest
 * asking.
 */
export function usePermissions(): Call<unknown> & {
  readonly grantPermissions: Bound<typeof grantPermissions>
  readonly revokePermissions: Bound<typeof revokePermissions>
} {
  const [grant, state] = useCall(useBound(grantPermissions))
  const revoke = useBound(revokePermissions)
  return { ...state, grantPermissions: grant, revokePermissions: revoke }
}
