/**
 * A site's own server that signs visitors in with their wallets: nonce, verify, session, sign out, and one page that only
 * signed-in visitors get. Plain Node; sessions are kept in memory, so a real site puts a table where the `Map` is.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createNonce, verifySignIn } from '@latchkey/server/verify'

const port = Number(process.env.PORT ?? 3000)
/** Where the pages of the site are. Messages for any other site are refused. */
const origin = process.env.ORIGIN ?? `http://localhost:${port}`
/** Nodes that are asked about contract accounts (ERC-1271, ERC-6492), by network. Key accounts need none. */
const rpcUrls = process.env.RPC_URLS === undefined ? {} : JSON.parse(process.env.RPC_URLS)

const NONCE_LIFE_MS = 10 * 60_000
const SESSION_LIFE_MS = 24 * 60 * 60_000
const TRIES = 5

/** Visitors by the id in their cookie: `{ nonce, nonceEndsAt, failures, account, endsAt }`. */
const visitors = new Map()

const routes = {
  /** A nonce for this visitor. Asking again replaces it. */
  'GET /siwx/nonce': (request, response) => {
    const visitor = findVisitor(request) ?? openVisitor(response)
    Object.assign(visitor, { nonce: createNonce(), nonceEndsAt: Date.now() + NONCE_LIFE_MS, failures: 0 })
    send(response, 200, { nonce: visitor.nonce })
  },

  /** Checks the signed message. The nonce is spent by the sign-in that holds, or by the fifth that does not. */
  'POST /siwx/verify': async (request, response) => {
    const visitor = findVisitor(request)
    const { message, signature } = await readJson(request)
    if (visitor?.nonce === undefined || visitor.nonceEndsAt < Date.now()) {
      return send(response, 400, { ok: false, code: 'SIGN_IN_NONCE_REFUSED' })
    }
    const { nonce } = visitor
    const verdict = await verifySignIn({ message, signature, origin, nonce, rpcUrls })
    // A second request with the same message may have been checked at the same time: one of them takes the nonce.
    if (verdict.ok && visitor.nonce !== nonce) return send(response, 400, { ok: false, code: 'SIGN_IN_NONCE_REFUSED' })
    if (!verdict.ok) {
      visitor.failures += 1
      if (visitor.failures >= TRIES) delete visitor.nonce
      return send(response, verdict.code === 'UPSTREAM_UNAVAILABLE' ? 503 : 401, { ok: false, code: verdict.code })
    }
    delete visitor.nonce
    // Who signs in gets a new id, so that nobody who knew the old one is signed in with them.
    visitors.delete(readCookie(request))
    const { address, networkId } = verdict.fields
    openVisitor(response).account = { address, networkId }
    send(response, 200, { ok: true })
  },

  'GET /siwx/session': (request, response) => send(response, 200, findVisitor(request)?.account ?? null),

  'POST /siwx/sign-out': (request, response) => {
    visitors.delete(readCookie(request))
    setCookie(response, '', 0)
    send(response, 200, { ok: true })
  },

  /** Something of the site's own that needs to know who asks. */
  'GET /orders': (request, response) => {
    const account = findVisitor(request)?.account
    if (account === undefined) return send(response, 401, { code: 'NOT_SIGNED_IN' })
    send(response, 200, { orders: [], of: account.address })
  },
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, origin)
  const handle = routes[`${request.method} ${pathname}`]
  if (handle === undefined) return send(response, 404, { code: 'NOT_FOUND' })
  // Cookies travel with requests of other sites' pages too; those name their own origin.
  const isForeign = request.method === 'POST' && request.headers.origin !== origin
  if (isForeign) return send(response, 403, { code: 'ORIGIN_NOT_ALLOWED' })
  try {
    await handle(request, response)
  } catch {
    send(response, 400, { code: 'BODY_INVALID' })
  }
})
server.listen(port, '127.0.0.1', () => process.stdout.write(`listening on ${server.address().port} for ${origin}\n`))

function findVisitor(request) {
  const visitor = visitors.get(readCookie(request))
  return visitor !== undefined && visitor.endsAt > Date.now() ? visitor : undefined
}

function openVisitor(response) {
  for (const [id, { endsAt }] of visitors) if (endsAt <= Date.now()) visitors.delete(id)
  const id = randomBytes(32).toString('base64url')
  const visitor = { endsAt: Date.now() + SESSION_LIFE_MS }
  visitors.set(id, visitor)
  setCookie(response, id, SESSION_LIFE_MS / 1000)
  return visitor
}

function readCookie(request) {
  return /(?:^|;\s*)session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
}

/** Read by no script, sent by no other site's page. On another site than the pages it would need `SameSite=None; Secure`. */
function setCookie(response, id, lifeSeconds) {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  response.setHeader('set-cookie', `session=${id}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`)
}

async function readJson(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 64 * 1024) throw new Error('too long')
  }
  const { message, signature } = JSON.parse(text)
  if (typeof message !== 'string' || typeof signature !== 'string') throw new Error('no message')
  return { message, signature }
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
