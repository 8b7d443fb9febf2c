import type { NetworkId } from '../../types/network.ts'

export type {} from '../../types/events.ts'
export type {} from '../../types/views.ts'

/** Where a name was registered; never which one or by whom. */
type NameProperties = { readonly network: NetworkId; readonly isSmartAccount: boolean }

declare module '../../types/events.ts' {
  interface EventProperties {
    OPEN_ENS_FLOW: NameProperties
    REGISTER_NAME_INITIATED: NameProperties
    REGISTER_NAME_SUCCESS: NameProperties
    /** `message` is a code. */
    REGISTER_NAME_ERROR: NameProperties & { readonly message: string }
  }
}

declare module '../../types/views.ts' {
  interface ViewData {
    /** What a name is for. */
    ChooseAccountName: Record<never, never>
    /** The name that the account is to have. */
    RegisterAccountName: Record<never, never>
    RegisterAccountNameSuccess: Record<never, never>
  }
}
