import type { SocialFailure } from '@latchkey/wire/custody/social'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'

/** What one login is held together by. Source: SEC-66. */
export type Binding = {
  readonly state: string
  /** Of PKCE. */
  readonly verifier: string
  /** What the ID token must repeat: it commits to the device. */
  readonly nonce: string
}

/** Who somebody is at a provider. Nothing else of its answers is kept. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  /** An address that the provider says it has checked. */
  readonly contact: string | null
  readonly userName: string | null
  /** What the issuer signed; null: nothing. */
  readonly idToken: string | null
}

/** What came back from a provider: the address with its query, or that and a form. */
export type Callback = { readonly url: URL; readonly form: URLSearchParams | undefined }

/** A service by which people log in. */
export type Provider = {
  readonly id: string
  readonly label: string
  readonly icon: string | null
  /** How it answers. */
  readonly response: 'query' | 'form'
  /** Where a person is led. `isAgain`: it shall ask who it is also where it knows. */
  lead(binding: Binding, isAgain: boolean): Promise<URL>
  /** Takes the answer. Throws `SocialError`, and whatever its library throws. */
  finish(callback: Callback, binding: Binding): Promise<Identity>
}

/** A login at a provider that came to nothing. */
export class SocialError extends Error {
  override readonly name = 'SocialError'
  readonly reason: SocialFailure

  constructor(reason: SocialFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** What providers write where a person says no. */
const DENIALS = ['access_denied', 'user_cancelled_authorize', 'user_denied', 'login_required', 'consent_required']

/** What is wrong with the provider itself, and may be well later. */
const AWAY = ['temporarily_unavailable', 'server_error', 'slow_down']

/** Why a login came to nothing, in one word. Everything that does not hold is refused. */
export function readFailure(error: unknown): SocialFailure {
  if (error instanceof SocialError) return error.reason
  if (error instanceof AuthorizationResponseError) {
    if (DENIALS.includes(error.error)) return 'denied'
    return AWAY.includes(error.error) ? 'away' : 'refused'
  }
  if (error instanceof ResponseBodyError && AWAY.includes(error.error)) return 'away'
  // The library wraps what was thrown below it.
  return error instanceof Error && error.cause !== undefined ? readFailure(error.cause) : 'refused'
}

/** Asks a provider, 10 s at most. What never comes back, and its own failures, are a `SocialError` away. */
export function createAsk(fetch: typeof globalThis.fetch): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(10_000) }).catch(
      (error: unknown) => {
        throw new SocialError('away', 'the provider did not answer', error)
      },
    )
    if (answer.status >= 500) throw new SocialError('away', `the provider answered ${answer.status}`)
    return answer
  }
}

/** A subject that two servers compare byte for byte. Throws `SocialError`. */
export function checkSubject(subject: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(subject)) throw new SocialError('refused', 'the provider names nobody')
  return subject
}

/** A name that may be shown. */
export function readName(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const shown = name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 64)
  return shown === '' ? null : shown
}
