/** Sign-in with a wallet. Source: SEC-105, SEC-106, SEC-113, SEC-114, SEC-125. */
import { createHash } from 'node:crypto'
import { parseSignInMessage } from '@latchkey/wire'
import { authenticateOperation, getNonceOperation, getSignedInOperation, signOutOperation } from '@latchkey/wire/auth'
import { isOfAccount, type SignIn } from '../../auth/signIn.ts'
import { RequestError } from '../../RequestError.ts'
import type { StoredSession } from '../../storage/signIn.ts'
import type { GatewayContext, GatewayParts } from '../environment.ts'
import { type Route, type RouteOptions, serve } from '../route.ts'

/** Cookies of sessions begin so; what follows is a hash of whose session it is, so that accounts do not push each other out. */
const COOKIE_PREFIX = '__Host-latchkey-'

const options: RouteOptions = { rateClass: 'signIn', isServed: ({ signIn }) => signIn !== undefined }

/** The room behind, which is there wherever these routes are. */
function signInOf({ services }: GatewayParts): SignIn {
  if (services.signIn === undefined) throw new Error('This gateway signs nobody in.')
  return services.signIn
}

/**
 * A nonce, a session for a signed message, who is signed in, and the end of it. A page finds its session by the token that
 * it holds in memory or by a cookie that only the gateway reads; the cookie counts only for a request that says which page it
 * comes from, and is kept apart for each site around it.
 */
export const auth: readonly Route[] = [
  serve(getNonceOperation, { ...options, cost: 2 }, async ({ project, context }, parts) =>
    signInOf(parts).createNonce({ projectId: need(project).id, origin: context.req.header('origin') }),
  ),

  serve(authenticateOperation, { ...options, cost: 5 }, async ({ body, project, context }, parts) => {
    const origin = context.req.header('origin')
    if (origin === undefined) {
      throw new RequestError('ORIGIN_NOT_ALLOWED', 'Sign-in needs to know the page that asks for it.', {
        field: 'origin',
      })
    }
    const nonceToken = readBearer(context.req.header('x-nonce-jwt'))
    if (nonceToken === undefined) {
      throw new RequestError('SIGN_IN_NONCE_REFUSED', 'Send the token of the nonce as x-nonce-jwt.', { field: 'nonce' })
    }
    refuseContradiction(body.data, body.message)
    const { message, signature } = body
    const projectId = need(project).id
    const answer = await signInOf(parts).authenticate({ projectId, origin, nonceToken, message, signature })
    if (!answer.ok) throw new RequestError(answer.code, answer.message, { field: answer.field })
    const lifeSeconds = Math.floor((answer.session.expiresAt - parts.services.clock.now()) / 1000)
    setCookie(context, answer.session, answer.token, lifeSeconds)
    return { token: answer.token }
  }),

  serve(getSignedInOperation, options, async ({ input, project, context }, parts) => {
    const held = await signInOf(parts).findSessions({ ...readTokens(context), projectId: need(project).id })
    const { account } = input
    const fitting = account === undefined ? held : held.filter((each) => isOfAccount(each, account))
    const session = fitting.find((each) => account?.startsWith(`${each.networkId}:`)) ?? fitting[0]
    if (session === undefined)
      throw new RequestError('SESSION_REFUSED', 'Nobody is signed in.', { field: 'authorization' })
    return describe(session)
  }),

  serve(signOutOperation, options, async ({ body, project, context }, parts) => {
    const request = { ...readTokens(context), projectId: need(project).id, account: body.account }
    for (const session of await signInOf(parts).endSessions(request)) setCookie(context, session, '', 0)
    return {}
  }),
]

function describe(session: StoredSession) {
  const [namespace = '', reference = ''] = session.networkId.split(':')
  return {
    aud: session.projectId,
    iss: 'latchkey',
    iat: Math.floor(session.issuedAt / 1000),
    exp: Math.floor(session.expiresAt / 1000),
    projectIdKey: session.projectId,
    sub: `${session.networkId}:${session.address}`,
    address: session.address,
    chainId: namespace === 'eip155' ? Number(reference) : reference,
    chainNamespace: namespace,
    caip2Network: session.networkId,
    uri: session.uri,
    domain: session.domain,
    nonce: session.nonce,
  }
}

/** `data` is what older clients send beside the text. The text alone counts, so what says otherwise is refused. */
function refuseContradiction(data: Readonly<Record<string, unknown>> | undefined, text: string): void {
  const parsed = parseSignInMessage(text)
  if (data === undefined || !parsed.ok) return
  const fields: Readonly<Record<string, unknown>> = {
    ...parsed.message,
    accountAddress: parsed.message.address,
    chainId: parsed.message.networkId,
  }
  for (const [field, value] of Object.entries(data)) {
    if (!Object.hasOwn(fields, field) || value === undefined || value === null) continue
    const isSame =
      typeof value === 'string' && field.toLowerCase().endsWith('address')
        ? value.toLowerCase() === String(fields[field]).toLowerCase()
        : JSON.stringify(value) === JSON.stringify(fields[field])
    if (isSame) continue
    throw new RequestError('SIGN_IN_MESSAGE_INVALID', 'The data says something else than the signed message.', {
      field,
    })
  }
}

/**
 * Tokens of a request. Cookies travel by themselves, so they count only where the browser says whose page it is: by `Origin`,
 * or, on a read from a page of the gateway's own origin, by `Sec-Fetch-Site`.
 */
function readTokens(context: GatewayContext): { tokens: readonly string[]; origin: string | undefined } {
  const origin = context.req.header('origin')
  const bearer = readBearer(context.req.header('authorization'))
  const isPage = origin !== undefined || context.req.header('sec-fetch-site') === 'same-origin'
  const cookies = isPage ? readCookies(context.req.header('cookie') ?? '') : []
  return { tokens: [...(bearer === undefined ? [] : [bearer]), ...cookies], origin }
}

function readBearer(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{16,128})$/i.exec(header ?? '')?.[1]
}

function readCookies(header: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=')
    return name.startsWith(COOKIE_PREFIX) && /^[\w-]{16,128}$/.test(value) ? [value] : []
  })
}

/** For pages of other sites, partitioned by the site around them; no script reads it. RFC 6265bis, CHIPS. */
function setCookie(context: GatewayContext, session: StoredSession, token: string, lifeSeconds: number): void {
  const owner = [session.projectId, session.origin, session.networkId, session.account].join('\n')
  const name = COOKIE_PREFIX + createHash('sha256').update(owner).digest('hex').slice(0, 16)
  context.header(
    'set-cookie',
    `${name}=${token}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=None; Partitioned`,
    { append: true },
  )
}

function need<Value>(project: Value | undefined): Value {
  if (project === undefined) throw new RequestError('PROJECT_UNKNOWN', 'Name a project in the query field projectId.')
  return project
}
