import type { ViewName } from '../../types/views.ts'

type EmailChange = {
  /** The address so far. */
  readonly email: string
  readonly newEmail: string
  /** Where to go once it is changed, or given up. */
  readonly redirectView?: ViewName | undefined
}

declare module '../../types/views.ts' {
  interface ViewData {
    /** The e-mail part of Connect alone. */
    EmailLogin: Record<never, never>
    EmailVerifyOtp: Record<never, never>
    EmailVerifyDevice: Record<never, never>
    /** Another address for the wallet behind an e-mail. */
    UpdateEmailWallet: { readonly redirectView?: ViewName | undefined }
    UpdateEmailPrimaryOtp: EmailChange
    UpdateEmailSecondaryOtp: EmailChange
    /** What the frame of the embedded wallet wants to be seen. */
    ApproveTransaction: Record<never, never>
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    /** The field of the address has the focus. */
    EMAIL_LOGIN_SELECTED: Record<never, never>
    EMAIL_SUBMITTED: Record<never, never>
    EMAIL_VERIFICATION_CODE_SENT: Record<never, never>
    EMAIL_VERIFICATION_CODE_PASS: Record<never, never>
    EMAIL_VERIFICATION_CODE_FAIL: { readonly message: string }
    /** Another address was asked for. */
    EMAIL_EDIT: Record<never, never>
    DEVICE_REGISTERED_FOR_EMAIL: Record<never, never>
  }
}
