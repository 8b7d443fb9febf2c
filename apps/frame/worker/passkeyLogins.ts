/** Logins on a device that is new, whose wallet wants a passkey beside what else proves the person (SEC-81). */
import type { PasskeyChallenge, PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import { CallError } from '../channel/CallError.ts'
import type { Session } from '../wallet/bringWallet.ts'
import { readAsked } from '../wallet/secondFactor.ts'

type End = (passkey?: PasskeyProof) => Promise<Session>

const noLogin = (): CallError =>
  new CallError({ message: 'No login waits for a passkey', code: -32603, reason: 'CHALLENGE_OVER' })

export const createPasskeyLogins = () => {
  let waiting: { readonly asked: PasskeyChallenge; readonly end: End } | undefined

  const demand = () => {
    if (!waiting) throw noLogin()
    return waiting
  }

  return {
    /** Ends a login. One that is refused without a passkey waits here for it. */
    end: async (end: End): Promise<Session> => {
      try {
        return await end()
      } catch (error) {
        const asked = readAsked(error)
        if (asked) waiting = { asked, end }
        throw error
      }
    },

    /** What a passkey shall sign. */
    asked: (): PasskeyChallenge => demand().asked,

    /** Ends the login that waits. */
    finish: (proof: PasskeyProof): Promise<Session> => demand().end(proof),

    forget: (): void => {
      waiting = undefined
    },
  }
}

export type PasskeyLogins = ReturnType<typeof createPasskeyLogins>
