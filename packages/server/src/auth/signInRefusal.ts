import type { SignInMessage, WireCode } from '@latchkey/wire'

/** Why a sign-in does not hold: a subset of the gateway's closed list of codes. */
export type SignInCode = Extract<
  WireCode,
  | 'SIGN_IN_MESSAGE_INVALID'
  | 'SIGN_IN_SITE_WRONG'
  | 'SIGN_IN_TIME_WRONG'
  | 'SIGN_IN_NONCE_REFUSED'
  | 'CHAIN_UNSUPPORTED'
  | 'SIGNATURE_REFUSED'
  | 'UPSTREAM_UNAVAILABLE'
>

/** A sign-in that does not hold. `message` is for a developer, `field` names what of the message it is about. */
export type SignInRefusal = {
  readonly ok: false
  readonly code: SignInCode
  readonly field: string
  readonly message: string
}

/** A sign-in that holds, and what it says; or why it does not. */
export type SignInVerdict = { readonly ok: true; readonly fields: SignInMessage } | SignInRefusal

/** Makes a refusal. */
export function refuseSignIn(code: SignInCode, field: string, message: string): SignInRefusal {
  return { ok: false, code, field, message }
}
