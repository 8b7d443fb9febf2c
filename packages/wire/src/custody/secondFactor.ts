/** A passkey as the second factor of a login on a device that is new. Source: SEC-81; W3C Web Authentication, level 3. */
import * as v from 'valibot'
import { bytesOf, defineCall, walletId } from './call.ts'

/** Bytes in base64url, at most so many characters. */
const blob = (most: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/, 'expected base64url'), v.maxLength(most))

/** The public key of a passkey: SubjectPublicKeyInfo in DER. */
export const passkeyPublicKey = blob(1_024)

/** What a passkey signed: the parts of an `AuthenticatorAssertionResponse`, and until when its challenge is good (ms since 1970). */
export const passkeyProof = v.object({
  credentialId: blob(1_366),
  until: v.pipe(v.number(), v.integer()),
  authenticatorData: blob(2_048),
  clientData: blob(4_096),
  signature: blob(1_024),
})

export type PasskeyProof = v.InferOutput<typeof passkeyProof>

/** What a passkey is asked to sign, and which ones may. As the facts of `PASSKEY_NEEDED` the ids stand in one text, with blanks between. */
export const passkeyChallenge = v.object({
  challenge: bytesOf(32),
  /** ms since 1970. */
  until: v.number(),
  credentialIds: v.array(v.string()),
})

export type PasskeyChallenge = v.InferOutput<typeof passkeyChallenge>

/** Asks what a passkey has to sign before new devices need one. */
export const startSecondFactor = defineCall({
  name: 'startSecondFactor',
  path: '/v1/login/second-factor/start',
  session: true,
  body: v.object({}),
  answer: passkeyChallenge,
})

/** From now on a login on a new device needs a passkey as well; null ends that. After a step-up for `recovery`. */
export const setSecondFactor = defineCall({
  name: 'setSecondFactor',
  path: '/v1/login/second-factor',
  session: true,
  body: v.object({ walletId, proof: v.nullable(passkeyProof) }),
  answer: v.object({}),
})
