import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { Clock } from '../../ports.ts'
import { checkSubject, createAsk, type Provider, readName, SocialError } from './provider.ts'

/** How old an ID token may be, and how far ahead its clock, in seconds. Source: SEC-68. */
const TOKEN_AGE = 600
const CLOCK_SKEW = 60

/** How long what an issuer says of itself is believed, in ms. */
const KNOWN_MS = 60 * 60_000

/** A client secret of Apple's is a signed text; it is made anew for each login. */
const APPLE_SECRET_SECONDS = 300

/** What an issuer is asked with. */
export type OpenIdParameters = {
  id: string
  label: string
  icon: string | null
  issuer: string
  clientId: string
  /** Undefined: a public client. */
  secret: (() => Promise<string>) | undefined
  scope: string
  algorithm: 'RS256' | 'ES256'
  response: Provider['response']
  /** What makes it ask again who somebody is. */
  again: Readonly<Record<string, string>>
  redirectUri: string
  fetch: typeof globalThis.fetch
  clock: Clock
}

/** A provider by OpenID Connect. Source: SEC-66, SEC-68. */
export function createOpenIdProvider(parameters: OpenIdParameters): Provider {
  const { id, label, icon, issuer, clientId, secret, scope, response, redirectUri, clock } = parameters
  const ask = createAsk(parameters.fetch)
  let known: { readonly configuration: Configuration; readonly until: number } | undefined

  /**
   * The one place where a configuration is made. Without `enableNonRepudiationChecks` the library leaves the token's signature
   * unchecked, because it came over TLS.
   */
  async function configure(): Promise<Configuration> {
    if (known !== undefined && known.until > clock.now()) return known.configuration
    const isClear = new URL(issuer).protocol === 'http:'
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      { id_token_signed_response_alg: parameters.algorithm },
      secret === undefined ? None() : withSecret,
      {
        [customFetch]: (url, init) => ask(url, init as RequestInit),
        execute: [enableNonRepudiationChecks, ...(isClear ? [allowInsecureRequests] : [])],
      },
    )
    known = { configuration, until: clock.now() + KNOWN_MS }
    return configuration
  }

  /** The secret of the moment; an older one of Apple's is as good. */
  let current = ''
  const withSecret: ClientAuth = (...parts) => ClientSecretPost(current)(...parts)

  return {
    id,
    label,
    icon,
    response,
    async lead({ state, verifier, nonce }, isAgain) {
      return buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(response === 'form' && { response_mode: 'form_post' }),
        ...(isAgain && parameters.again),
      })
    },
    async finish({ url, form }, { state, verifier, nonce }) {
      const configuration = await configure()
      if (secret !== undefined) current = await secret()
      const answer =
        form === undefined
          ? url
          : new Request(url, {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: form.toString(),
            })
      const tokens = await authorizationCodeGrant(configuration, answer, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      const idToken = tokens.id_token
      if (claims === undefined || idToken === undefined) throw new SocialError('refused', 'there is no ID token')
      const age = clock.now() / 1000 - claims.iat
      if (age > TOKEN_AGE || age < -CLOCK_SKEW) throw new SocialError('refused', 'the ID token is too old or too new')
      // Apple writes truth as a text, and tells the name in the form of the first login alone.
      const isVerified = claims.email_verified === true || claims.email_verified === 'true'
      const address = isVerified && typeof claims.email === 'string' ? parseMailAddress(claims.email) : undefined
      return {
        issuer: claims.iss,
        subject: checkSubject(claims.sub),
        contact: address?.address ?? null,
        userName: readName(claims.name) ?? readFormName(form?.get('user')),
        idToken,
      }
    },
  }
}

/** Apple's client secret: signed by the team's key, for a few minutes. */
export async function signAppleSecret(parameters: {
  clientId: string
  teamId: string
  keyId: string
  privateKey: string
  issuer: string
  now: number
}): Promise<string> {
  const { clientId, teamId, keyId, privateKey, issuer, now } = parameters
  const seconds = Math.floor(now / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + APPLE_SECRET_SECONDS)
    .sign(await importPKCS8(privateKey, 'ES256'))
}

/** The name that Apple sends beside a first login. It is not signed, so it is a name and nothing more. */
function readFormName(user: string | null | undefined): string | null {
  if (user === null || user === undefined || user.length > 2_048) return null
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } }
    return readName([name?.firstName, name?.lastName].filter((part) => typeof part === 'string').join(' '))
  } catch {
    return null
  }
}
