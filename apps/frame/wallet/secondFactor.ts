/** A passkey beside the code, which a login on a new device may need (SEC-81). */
import { type PasskeyChallenge, passkeyChallenge } from '@latchkey/wire/custody/secondFactor'
import * as v from 'valibot'
import { CallRefusedError } from './createCaller.ts'

/** What a passkey shall sign for a login that was refused without one; undefined: it was refused for something else. */
export const readAsked = (error: unknown): PasskeyChallenge | undefined => {
  if (!(error instanceof CallRefusedError && error.code === 'PASSKEY_NEEDED')) return undefined
  const { challenge, until, credentialIds = '' } = error.facts
  const read = v.safeParse(passkeyChallenge, {
    challenge,
    until: Number(until),
    credentialIds: credentialIds.split(' ').filter((id) => id !== ''),
  })
  return read.success ? read.output : undefined
}
