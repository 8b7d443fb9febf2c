import { CUSTODY_KEYS_PATH, type CustodyKeys, custodyKeys } from '@latchkey/wire/custody/tokens'
import { type Parsed, parseWith } from '@latchkey/wire/endpoint'
import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose'
import type * as v from 'valibot'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { CustodyRefusal } from './CustodyRefusal.ts'

/** How often the other server is asked at most, in ms. */
const ASK_MS = 60_000

/** Clocks of two servers may be so far apart, in seconds. */
const SKEW_SECONDS = 5

/** The other server, as far as this one trusts it: what it signed. */
export type Peer = {
  /** Its keys. Throws `RequestError` NOT_READY while it is away, and `SharedSecretError`. */
  keys(): Promise<CustodyKeys>
  /** Checks a token of it for this reader. Throws `CustodyRefusal` TOKEN_REFUSED. */
  check<Claims>(
    token: string,
    parameters: { type: string; schema: v.GenericSchema<unknown, Claims> },
  ): Promise<Claims & { readonly iat: number }>
}

/** Gateway and vault have the same master key: neither works like that (SEC-11). */
export class SharedSecretError extends Error {
  override readonly name = 'SharedSecretError'
  readonly code = 'SECRET_SHARED'
}

/** Knows the other server by the address in the configuration. Its keys are read once, and again when a token names another one. */
export function createPeer(parameters: {
  party: CustodyKeys['party']
  /** Origin as it stands in its tokens. */
  origin: string
  /** Where this server reaches it. */
  address: string
  /** Origin of this server, which its tokens must name. */
  ownOrigin: string
  fingerprints: readonly string[]
  fetch: typeof globalThis.fetch
  clock: Clock
  log: Log
}): Peer {
  const { party, origin, address, ownOrigin, fetch, clock, log } = parameters
  let known: CustodyKeys | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    askedAt = clock.now()
    let read: Parsed<CustodyKeys>
    try {
      const answer = await fetch(`${address}${CUSTODY_KEYS_PATH}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      // A proxy before it says so when it is away, in a page of its own.
      if (!answer.ok) throw new Error(`The answer had the status ${answer.status}.`)
      read = parseWith(custodyKeys, await answer.json())
    } catch (err) {
      log.warn({ event: 'peerAway', party, err }, 'the other server of the wallet could not be asked for its keys')
      return
    }
    if (!read.ok || read.value.party !== party) {
      log.error({ event: 'peerWrong', party }, 'what answers at the address of the other server is not it')
      return
    }
    if (read.value.fingerprints.some((each) => parameters.fingerprints.includes(each))) {
      throw new SharedSecretError('Gateway and vault have the same master key. Give each its own.')
    }
    known = read.value
  }

  async function refresh(isUrgent: boolean): Promise<void> {
    if (asking === undefined && (isUrgent || clock.now() - askedAt >= ASK_MS)) {
      asking = ask().finally(() => {
        asking = undefined
      })
    }
    await asking
  }

  async function keys(): Promise<CustodyKeys> {
    // One that was never reached is asked each time: nothing can go on without it.
    if (known === undefined) await refresh(true)
    if (known === undefined) {
      throw new RequestError('NOT_READY', 'The other server of the wallet is away.', { retryAfterSeconds: 5 })
    }
    return known
  }

  return {
    keys,
    async check(token, { type, schema }) {
      const kid = readKeyId(token)
      const find = async () => (await keys()).sign.find((each) => each.kid === kid)
      let jwk = await find()
      if (jwk === undefined) {
        await refresh(false)
        jwk = await find()
      }
      if (jwk === undefined) throw refuse()
      const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
        typ: type,
        algorithms: ['ES256'],
        issuer: origin,
        audience: ownOrigin,
        currentDate: new Date(clock.now()),
        clockTolerance: SKEW_SECONDS,
        requiredClaims: ['iat', 'exp', 'jti'],
      }).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) throw refuse()
        throw error
      })
      const claims = parseWith(schema, payload)
      if (!claims.ok) throw refuse()
      return { ...claims.value, iat: Number(payload.iat) }
    },
  }
}

function readKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

function refuse(): CustodyRefusal {
  return new CustodyRefusal('TOKEN_REFUSED', 'The token of the other server does not hold here.')
}
