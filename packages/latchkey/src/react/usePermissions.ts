'use client'

import { fetchPermissions } from '../actions/fetchPermissions.ts'
import { grantPermissions } from '../actions/grantPermissions.ts'
import { revoke } from '../actions/revoke.ts'
import { revokePermissions } from '../actions/revokePermissions.ts'
import { type Bound, useBound } from './useBound.ts'
import { type Call, useCall } from './useCall.ts'

/**
 * Asks the wallet in use for permissions, and gives them back; tells what this site and others may do, and ends it; see the actions of these
 * names. The state is of the newest asking.
 */
export function usePermissions(): Call<unknown> & {
  readonly grantPermissions: Bound<typeof grantPermissions>
  readonly revokePermissions: Bound<typeof revokePermissions>
  readonly fetchPermissions: Bound<typeof fetchPermissions>
  readonly revoke: Bound<typeof revoke>
} {
  const [grant, state] = useCall(useBound(grantPermissions))
  return {
    ...state,
    grantPermissions: grant,
    revokePermissions: useBound(revokePermissions),
    fetchPermissions: useBound(fetchPermissions),
    revoke: useBound(revoke),
  }
}
