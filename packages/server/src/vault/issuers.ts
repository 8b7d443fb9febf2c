import { commitNonce } from '@latchkey/wire/custody/social'
import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify, type RemoteJWKSet } from 'jose'
import * as v from 'valibot'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import type { VaultConfig } from './vaultConfig.ts'

/** How old an ID token may be, in seconds. Source: SEC-68. */
const TOKEN_AGE = 600

/** Clocks may be so far apart, in seconds. */
const SKEW_SECONDS = 60

/** What an issuer says of itself, as far as it matters here. */
const discovered = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) })

/** Who somebody is, by a token that their issuer signed for this device. */
export type Witnessed = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** Names this one token. */
  readonly nonce: string
}

/** The issuers of the vault's own configuration, whose keys it fetches itself. */
export type Issuers = {
  /** Whether the vault checks what this issuer signs. */
  has(issuer: string): boolean
  /**
   * Checks an ID token for a device: by keys that the vault fetched itself, and with a nonce that commits to the device. `nonce` is
   * the gateway's part of it. Throws `CustodyRefusal` TOKEN_REFUSED, and `RequestError` NOT_READY where the issuer is away.
   */
  check(parameters: { idToken: string; nonce: string; thumbprint: string }): Promise<Witnessed>
}

export function createIssuers(parameters: {
  issuers: VaultConfig['issuers']
  fetch: typeof globalThis.fetch
  clock: Clock
  log: Log
}): Issuers {
  const { issuers, fetch, clock, log } = parameters
  const keySets = new Map<string, RemoteJWKSet>()

  async function readKeys(issuer: string): Promise<RemoteJWKSet> {
    const known = keySets.get(issuer)
    if (known !== undefined) return known
    try {
      const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      const { issuer: named, jwks_uri } = v.parse(discovered, await answer.json())
      if (named !== issuer) throw new Error('another issuer answers there')
      const keys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: fetch })
      keySets.set(issuer, keys)
      return keys
    } catch (err) {
      log.warn({ event: 'issuerAway', issuer, err }, 'an issuer could not be asked for its keys')
      throw new RequestError('NOT_READY', 'The issuer of the login is away.', { retryAfterSeconds: 5 })
    }
  }

  return {
    has: (issuer) => issuers.some((each) => each.issuer === issuer),
    async check({ idToken, nonce, thumbprint }) {
      const named = issuers.find(({ issuer }) => issuer === readIssuer(idToken))
      if (named === undefined) throw refuse()
      const now = clock.now()
      const { payload } = await jwtVerify(idToken, await readKeys(named.issuer), {
        algorithms: [named.algorithm],
        issuer: named.issuer,
        audience: [...named.clientIds],
        currentDate: new Date(now),
        clockTolerance: SKEW_SECONDS,
        requiredClaims: ['iat', 'exp', 'sub', 'nonce'],
      }).catch((error: unknown) => {
        if (error instanceof errors.JWKSTimeout) {
          throw new RequestError('NOT_READY', 'The issuer of the login is away.', { retryAfterSeconds: 5 })
        }
        if (error instanceof errors.JOSEError || error instanceof TypeError) throw refuse()
        throw error
      })
      const { iat = 0, sub = '', aud, azp } = payload
      const isAudience = (client: unknown) => named.clientIds.some((each) => each === client)
      // A token for several readers says which of them asked for it.
      const isOurs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : isAudience(azp)
      const age = now / 1000 - iat
      const isHeld =
        isOurs &&
        age <= TOKEN_AGE &&
        age >= -SKEW_SECONDS &&
        /^[\x21-\x7e]{1,255}$/.test(sub) &&
        payload.nonce === (await commitNonce(thumbprint, nonce))
      if (!isHeld) throw refuse()
      const isVerified = payload.email_verified === true || payload.email_verified === 'true'
      return {
        issuer: named.issuer,
        subject: sub,
        email: isVerified && typeof payload.email === 'string' ? payload.email : undefined,
        nonce: String(payload.nonce),
      }
    },
  }
}

/** Who a token says that it is from, before anything is believed of it. */
function readIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

function refuse(): CustodyRefusal {
  return new CustodyRefusal('TOKEN_REFUSED', 'The ID token does not let this device in.')
}
