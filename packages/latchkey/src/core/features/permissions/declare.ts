import type { Permission } from './state.ts'

export type {} from '../../types/events.ts'
export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** What this site and others may do, each with the way to end it. */
    AppPermissions: Record<never, never>
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    /** Something was taken back. */
    PERMISSION_REVOKED: { readonly kind: Permission['kind'] }
    /** It could not be, or still stands. `message` is a code. */
    PERMISSION_REVOKE_ERROR: { readonly kind: Permission['kind']; readonly message: string }
  }
}
