import type { Siwx } from '../core/siwx.ts'

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

/** A `Siwx` whose code is loaded when it is first asked for something, so that a page pays nothing for it before. */
export function deferSiwx(settings: SiwxSettings, load: () => Promise<SiwxMethods>): Siwx {
  const { required, scope, signOutOnDisconnect } = settings
  let loading: Promise<SiwxMethods> | undefined
  const ready = (): Promise<SiwxMethods> => {
    loading ??= load().catch((error: unknown) => {
      // A chunk that did not arrive is asked for again.
      loading = undefined
      throw error
    })
    return loading
  }
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
