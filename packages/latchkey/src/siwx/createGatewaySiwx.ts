import { authenticate, getNonce, getSignedIn, type SignedInAccount, signOut } from '@latchkey/wire/auth'
import { type EndpointAnswer, type EndpointInput, type JsonEndpoint, parseWith } from '@latchkey/wire/endpoint'
import { endpointUrl, SDK_TYPE } from '@latchkey/wire/endpointUrl'
import { parseWireError, type WireCode } from '@latchkey/wire/errors'
import type { ErrorCode } from '../core/errors/LatchkeyError.ts'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { getNamespace, type NetworkId } from '../core/types/network.ts'
import type { HeldSession, SiwxRequest, SiwxSession, SiwxSurroundings } from '../core/types/siwx.ts'
import { toComparable } from '../core/values/namespaces.ts'
import type { SiwxMethods, SiwxSettings } from './deferSiwx.ts'
import { isSameAccount, writeFields } from './writeFields.ts'

/** What a refusal of the gateway means to a visitor. Everything else is a service that is not there (F-36). */
const MEANINGS: Readonly<Partial<Record<WireCode, ErrorCode>>> = {
  SIGNATURE_REFUSED: 'SIGNATURE_UNVERIFIED',
  SIGN_IN_TIME_WRONG: 'CLOCK_WRONG',
  SIGN_IN_SITE_WRONG: 'SIGN_IN_DOMAIN',
  PROJECT_UNKNOWN: 'SITE_REFUSED',
  ORIGIN_NOT_ALLOWED: 'SITE_REFUSED',
}

/** Where this browser notes which accounts signed in, and how many; no secret, so that nobody else is asked about at the gateway. */
const SIGNED_IN = 'siwx/accounts'
const SIGNED_IN_LIMIT = 10

/** Nonces that are remembered with their tokens: one is used, the others were asked for and put off. */
const NONCE_LIMIT = 8

type Token = {
  readonly token: string
  readonly networkId: NetworkId
  readonly address: string
  readonly message: string
}
type Proofs = { readonly nonceToken?: string | undefined; readonly token?: string | undefined }
type Options = Proofs & { readonly signal?: AbortSignal | undefined }

/** The calls behind `gatewaySiwx`. */
export function createGatewaySiwx(
  settings: SiwxSettings,
  surroundings: SiwxSurroundings,
  gatewayUrl: string,
): SiwxMethods {
  const call = createCall(surroundings, gatewayUrl)
  const nonceTokens = new Map<string, string>()
  let tokens: readonly Token[] = []

  const { storage } = surroundings
  const readSignedIn = (): readonly string[] => storage.get(SIGNED_IN)?.split(' ') ?? []
  const findToken = (request: Pick<SiwxRequest, 'networkId' | 'address'>): Token | undefined => {
    const theirs = tokens.filter((each) => isSameAccount(each, request))
    return theirs.find((each) => each.networkId === request.networkId) ?? theirs[0]
  }

  async function add(session: SiwxSession, signal?: AbortSignal): Promise<void> {
    const { message, signature, fields } = session
    const nonceToken = nonceTokens.get(fields.nonce)
    if (nonceToken === undefined) {
      throw new LatchkeyError('SIGN_IN_SERVICE_DOWN', 'This nonce is not of this page, or it was used.')
    }
    const { token } = await call(authenticate, { body: { message, signature } }, { nonceToken, signal })
    nonceTokens.delete(fields.nonce)
    const { networkId, address } = fields
    tokens = [...tokens.filter((each) => each.networkId !== networkId || !isSameAccount(each, fields))]
    tokens = [...tokens, { token, networkId, address, message }]
    const known = readSignedIn().filter((each) => each !== toNote(fields))
    storage.set(SIGNED_IN, [toNote(fields), ...known].slice(0, SIGNED_IN_LIMIT).join(' '))
  }

  /** Without an account: everybody who is signed in on this page. */
  async function end(account: Pick<SiwxRequest, 'networkId' | 'address'> | undefined, signal?: AbortSignal) {
    const theirs = tokens.filter((each) => account === undefined || isSameAccount(each, account))
    const body = account === undefined ? {} : { account: `${account.networkId}:${account.address}` }
    const ways = theirs.length === 0 ? [undefined] : theirs.map(({ token }) => token)
    await Promise.all(ways.map((token) => call(signOut, { body }, { token, signal })))
    tokens = tokens.filter((each) => !theirs.includes(each))
    const known = readSignedIn().filter((each) => account !== undefined && each !== toNote(account))
    storage.set(SIGNED_IN, known.join(' '))
  }

  return {
    async createFields(request) {
      const { nonce, token } = await call(getNonce, {}, { signal: request.signal })
      const fields = writeFields(surroundings, settings, request, nonce)
      nonceTokens.set(nonce, token)
      const [oldest] = nonceTokens.keys()
      if (nonceTokens.size > NONCE_LIMIT && oldest !== undefined) nonceTokens.delete(oldest)
      return fields
    },

    addSession: add,

    async setSessions(sessions) {
      const isKept = ({ message }: Token) => sessions.some((each) => each.message === message)
      const gone = tokens.filter((each) => !isKept(each))
      const known = new Set(tokens.filter(isKept).map(({ message }) => message))
      if (sessions.length === 0) await end(undefined)
      for (const each of gone) if (sessions.length > 0) await end(each)
      for (const each of sessions) if (!known.has(each.message)) await add(each)
    },

    async getSessions(request) {
      const account = `${request.networkId}:${request.address}`
      const held = findToken(request)
      // Whoever never signed in here is not asked about: each refusal would be a line in the site's console.
      if (!held && !readSignedIn().includes(toNote(request))) return []
      try {
        return [toSession(await call(getSignedIn, { account }, { token: held?.token, signal: request.signal }))]
      } catch (error) {
        if (!(error instanceof LatchkeyError) || error.facts.code !== 'SESSION_REFUSED') throw error
        tokens = tokens.filter((each) => each !== held)
        const known = readSignedIn().filter((each) => each !== toNote(request))
        storage.set(SIGNED_IN, known.join(' '))
        return []
      }
    },

    revokeSession: (request) => end(request, request.signal),
  }
}

/** An account without its network, as sessions count. */
function toNote({ networkId, address }: Pick<SiwxRequest, 'networkId' | 'address'>): string {
  const namespace = getNamespace(networkId)
  return `${namespace}:${namespace ? toComparable(namespace, address) : address}`
}

function toSession({ address, caip2Network, domain, uri, nonce, iat, exp }: SignedInAccount): HeldSession {
  const networkId = caip2Network as NetworkId
  const issuedAt = new Date(iat * 1000).toISOString()
  const expirationTime = new Date(exp * 1000).toISOString()
  return { address, fields: { address, networkId, domain, uri, version: '1', nonce, issuedAt, expirationTime } }
}

/** One try a call: who asks has a button for the next (F-36). Cookies travel along; the caller limits the time. */
function createCall({ fetch, logger, projectId }: SiwxSurroundings, gatewayUrl: string) {
  const common = { projectId, st: SDK_TYPE, sv: 'siwx' }

  return async function call<Input, Body, Answer, Method extends 'GET' | 'POST'>(
    endpoint: JsonEndpoint<Input, Body, Answer, Method>,
    input: EndpointInput<JsonEndpoint<Input, Body, Answer, Method>>,
    { nonceToken, token, signal }: Options,
  ): Promise<EndpointAnswer<JsonEndpoint<Input, Body, Answer, Method>>> {
    const headers: Record<string, string> = {}
    if (nonceToken !== undefined) headers['x-nonce-jwt'] = `Bearer ${nonceToken}`
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    let response: Response
    let body: unknown
    try {
      response = await fetch(endpointUrl(endpoint, { gatewayUrl, input, common }), {
        method: endpoint.method,
        // Without them a page that the gateway does not know may read why it is refused; a nonce needs none (F-12).
        credentials: (endpoint.name === getNonce.name ? 'omit' : 'include') as RequestCredentials,
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        headers,
        ...(endpoint.method === 'POST' ? { body: JSON.stringify((input as { body: unknown }).body) } : {}),
        ...(signal === undefined ? {} : { signal }),
      })
      // An answer that is no JSON is told by its status.
      body = await response.json().catch(() => undefined)
    } catch (cause) {
      signal?.throwIfAborted()
      throw new LatchkeyError('SIGN_IN_SERVICE_DOWN', 'The sign-in of the gateway could not be reached.', { cause })
    }
    if (response.ok) {
      const parsed = parseWith(endpoint.answer, body)
      if (parsed.ok) return parsed.value as EndpointAnswer<JsonEndpoint<Input, Body, Answer, Method>>
      throw new LatchkeyError('SIGN_IN_SERVICE_DOWN', 'The gateway gave an answer that does not fit.')
    }
    const { code, message, requestId, reasons } = parseWireError(body, response.status)
    // Nobody being signed in is an answer; the rest is for who can mend it.
    if (code !== 'SESSION_REFUSED') logger.error(`The gateway refused a sign-in call: ${message}`, { code, requestId })
    throw new LatchkeyError(MEANINGS[code] ?? 'SIGN_IN_SERVICE_DOWN', message, {
      facts: { code, status: response.status, requestId, reasons },
    })
  }
}
