/** Published as `@latchkey/server/verify`: what a site's own server needs to check a sign-in, without the gateway. */
export { NodeUnavailableError } from './auth/checkEvmSignature.ts'
export { checkSignature } from './auth/checkSignature.ts'
export { createNonce } from './auth/createNonce.ts'
export type { AskNode, SignatureClaim } from './auth/signatureClaim.ts'
export type { SignInCode, SignInRefusal, SignInVerdict } from './auth/signInRefusal.ts'
export { verifySignIn } from './auth/verifySignIn.ts'
