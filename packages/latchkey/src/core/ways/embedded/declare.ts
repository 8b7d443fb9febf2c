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
    /** All services to log in by. */
    ConnectSocials: Record<never, never>
    /** Waits for the window of a service. */
    ConnectingSocial: { readonly provider: string }
    /** Waits for the Farcaster app on a phone. */
    ConnectingFarcaster: Record<never, never>
    /** Another address for the wallet behind an e-mail. */
    UpdateEmailWallet: { readonly redirectView?: ViewName | undefined }
    UpdateEmailPrimaryOtp: EmailChange
    UpdateEmailSecondaryOtp: EmailChange
    /** How the visitor of an embedded wallet comes to depend less on the service behind it. */
    UpgradeEmailWallet: Record<never, never>
    /** Which account of the embedded wallet is used on eip155. */
    SmartAccountSettings: Record<never, never>
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
    /** The settings have led to the ways of taking full control. */
    EMAIL_UPGRADE_FROM_MODAL: Record<never, never>
    DEVICE_REGISTERED_FOR_EMAIL: Record<never, never>
    /** Another account of the embedded wallet is in use; `network`: its CAIP-2 id. */
    SET_PREFERRED_ACCOUNT_TYPE: { readonly accountType: 'eoa' | 'smartAccount'; readonly network: string }
    SOCIAL_LOGIN_STARTED: { readonly provider: string }
    /** The service has said who it is, and the wallet is brought here. */
    SOCIAL_LOGIN_REQUEST_USER_DATA: { readonly provider: string }
    SOCIAL_LOGIN_SUCCESS: { readonly provider: string }
    /** `message`: the code of the failure. */
    SOCIAL_LOGIN_ERROR: { readonly provider: string; readonly message: string }
    /** The visitor left it. */
    SOCIAL_LOGIN_CANCELED: { readonly provider: string }
  }
}
