import { FailureError } from '../core/errors/failure.ts'
import { loadOnce } from '../core/lazy.ts'
import type { Siwx } from '../core/types/siwx.ts'

/** What every kind of sign-in can be told. */
export type SiwxSettings = Pick<Siwx, 'required' | 'scope' | 'signOutOnDisconnect'> & {
  /** One line that the visitor reads in their wallet. On eip155 in ASCII, because EIP-4361 takes no other letters. */
  readonly statement?: string | undefined
  /** URIs that the message lists. */
  readonly resources?: readonly string[] | undefined
  /** How long the message holds, in ms. Default and most: 24 hours. */
  readonly messageLifeMs?: number | undefined
}

/** The part of a `Siwx` that does something. */
export type SiwxMethods = Pick<Siwx, 'createFields' | 'addSession' | 'setSessions' | 'getSessions' | 'revokeSession'>

/**
 * A `Siwx` whose code is loaded when it is first asked for something, so that a page pays nothing for it before. Rejects with
 * `SIGN_IN_SERVICE_DOWN` where the code does not arrive: the wallet stays connected, and the visitor can try again (F-36).
 */
export function deferSiwx(settings: SiwxSettings, load: () => Promise<SiwxMethods>): Siwx {
  const { required, scope, signOutOnDisconnect } = settings
  const ready = loadOnce(() =>
    load().catch((cause: unknown) => {
      const text = 'The code of the sign-in could not be loaded.'
      throw new FailureError('SIGN_IN_SERVICE_DOWN', text, { step: 'signIn' }, cause)
    }),
  )
  return {
    required,
    scope,
    signOutOnDisconnect,
    createFields: async (request) => (await ready()).createFields(request),
    addSession: async (session, signal) => (await ready()).addSession(session, signal),
    setSessions: async (sessions) => (await ready()).setSessions(sessions),
    getSessions: async (request) => (await ready()).getSessions(request),
    revokeSession: async (request) => (await ready()).revokeSession(request),
  }
}
