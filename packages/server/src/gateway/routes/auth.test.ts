import { formatSignInMessage, type SignInMessage, type WireErrorBody } from '@latchkey/wire'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'
import * as sr25519 from '@scure/sr25519'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../../testing/src/emptyDatabase.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../../testing/src/postgres.ts'
import { NodeUnavailableError } from '../../auth/checkEvmSignature.ts'
import { KNOWN_NETWORKS } from '../../auth/namespaces.ts'
import { createSignIn } from '../../auth/signIn.ts'
import { createSolanaAccount, showHex, writeSs58 } from '../../auth/testAccounts.ts'
import { StorageFullError } from '../../storage/errors.ts'
import { openStorage } from '../../storage/openStorage.ts'
import type { Storage } from '../../storage/storage.ts'
import { signInNonces, signInSessions } from '../../storage/tables.ts'
import { createTestGateway, SHOP } from '../testGateway.ts'

const OTHER = 'https://other.example:8443'
const key = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const stranger = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const MINUTE = 60_000

let server: PostgresServer | null = null
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

const engines = [
  {
    engine: 'pglite',
    available: true,
    open: async () => openStorage({ memory: true, snapshot: await loadEmptyDatabase() }),
  },
  {
    engine: 'postgres',
    available: findPostgres() !== null || Boolean(process.env.CI),
    open: async () => openStorage({ url: (await server?.createDatabase()) ?? '' }),
  },
] as const

for (const { engine, available, open } of engines) {
  describe.skipIf(!available)(`sign-in on ${engine}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage?.close())

    /** A gateway with two pages in its project, and a visitor at the first unless told otherwise. */
    function setUp(options: { isDown?: boolean | undefined; origins?: readonly string[] } = {}) {
      const time = { now: Date.UTC(2026, 0, 1) }
      const gateway = createTestGateway({
        config: {
          projects: [
            { id: 'shop', name: 'Shop', origins: [SHOP, OTHER] },
            { id: 'second', name: 'Second', origins: [SHOP] },
          ],
        },
        services: {
          clock: { now: () => time.now },
          signIn: createSignIn({
            storage,
            clock: { now: () => time.now },
            networkIds: ['eip155:31337', 'eip155:1', ...KNOWN_NETWORKS],
            askNode: async () => {
              if (options.isDown) throw new NodeUnavailableError('down')
              return '0x'
            },
          }),
        },
      })
      const ask = (path: string, init: RequestInit & { project?: string } = {}) =>
        gateway.app.request(`/auth/v1/${path}${path.includes('?') ? '&' : '?'}projectId=${init.project ?? 'shop'}`, {
          ...init,
          headers: { origin: SHOP, ...(init.headers as Record<string, string>) },
        })
      const nonce = async (init: RequestInit & { project?: string } = {}) =>
        (await (await ask('nonce', init)).json()) as { nonce: string; token: string }
      const authenticate = (
        token: string,
        body: { message: string; signature: string; data?: unknown },
        init: RequestInit & { project?: string } = {},
      ) =>
        ask('authenticate', {
          method: 'POST',
          body: JSON.stringify(body),
          ...init,
          headers: { 'x-nonce-jwt': `Bearer ${token}`, ...(init.headers as Record<string, string>) },
        })
      const write = (nonceText: string, change: Partial<SignInMessage> = {}): string =>
        formatSignInMessage({
          domain: 'shop.example',
          address: key.address,
          uri: `${SHOP}/cart`,
          version: '1',
          networkId: 'eip155:1',
          nonce: nonceText,
          issuedAt: new Date(time.now).toISOString(),
          expirationTime: new Date(time.now + 60 * MINUTE).toISOString(),
          ...change,
        })
      const sign = async (message: string) => ({ message, signature: await key.signMessage({ message }) })
      const signIn = async (change: Partial<SignInMessage> = {}) => {
        const given = await nonce()
        const response = await authenticate(given.token, await sign(write(given.nonce, change)))
        const cookie = response.headers.get('set-cookie') ?? ''
        return { ...given, response, token: ((await response.json()) as { token: string }).token, cookie }
      }
      const me = (init: RequestInit & { project?: string } = {}, query = '') => ask(`me${query}`, init)
      return { gateway, time, ask, nonce, authenticate, write, sign, signIn, me }
    }

    const codeOf = async (response: Response) => ((await response.json()) as WireErrorBody).code
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

    test('a signed message opens a session that says who is signed in, until it is signed out', async () => {
      const { signIn, me, ask } = setUp()
      const { response, token, nonce } = await signIn()
      expect(response.status).toBe(200)
      const account = await (await me(bearer(token))).json()
      expect(account).toEqual({
        aud: 'shop',
        iss: 'latchkey',
        iat: Date.UTC(2026, 0, 1) / 1000,
        exp: Date.UTC(2026, 0, 1, 1) / 1000,
        projectIdKey: 'shop',
        sub: `eip155:1:${key.address}`,
        address: key.address,
        chainId: 1,
        chainNamespace: 'eip155',
        caip2Network: 'eip155:1',
        uri: `${SHOP}/cart`,
        domain: 'shop.example',
        nonce,
      })
      expect((await ask('sign-out', { method: 'POST', body: '{}', ...bearer(token) })).status).toBe(200)
      expect(await codeOf(await me(bearer(token)))).toBe('SESSION_REFUSED')
    })

    test('SEC-114: a nonce is 96 bits, another each time, and of its token the database has only a hash', async () => {
      const { nonce } = setUp()
      const [one, other] = [await nonce(), await nonce()]
      expect(one.nonce).toMatch(/^[0-9a-f]{24}$/)
      expect(other.nonce).not.toBe(one.nonce)
      const rows = JSON.stringify(await storage.database.select().from(signInNonces))
      expect(rows).toContain(one.nonce)
      expect(rows).not.toContain(one.token)
    })

    test('SEC-114, SEC-121: a message is taken once; sent again it is refused, also ten times at once', async () => {
      const { nonce, authenticate, write, sign } = setUp()
      const given = await nonce()
      const body = await sign(write(given.nonce))
      const answers = await Promise.all(Array.from({ length: 10 }, () => authenticate(given.token, body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
      expect(await codeOf(await authenticate(given.token, body))).toBe('SIGN_IN_NONCE_REFUSED')
    })

    test.each<[string, string, Partial<SignInMessage>]>([
      ['another domain', 'SIGN_IN_SITE_WRONG', { domain: 'evil.example' }],
      ['a domain that only begins alike', 'SIGN_IN_SITE_WRONG', { domain: 'shop.example.evil.test' }],
      ['a domain that only ends alike', 'SIGN_IN_SITE_WRONG', { domain: 'evil-shop.example' }],
      ['a domain below', 'SIGN_IN_SITE_WRONG', { domain: 'login.shop.example' }],
      ['a domain above', 'SIGN_IN_SITE_WRONG', { domain: 'example' }],
      ['a domain with a port that the page has not', 'SIGN_IN_SITE_WRONG', { domain: 'shop.example:444' }],
      ['a URI of another origin', 'SIGN_IN_SITE_WRONG', { uri: 'https://evil.example/' }],
      ['a URI of another port', 'SIGN_IN_SITE_WRONG', { uri: 'https://shop.example:444/' }],
      ['a URI on loopback', 'SIGN_IN_SITE_WRONG', { uri: 'http://localhost/' }],
      ['a URI of an origin that begins alike', 'SIGN_IN_SITE_WRONG', { uri: 'https://shop.example.evil.example/' }],
      ['a URI of a site below', 'SIGN_IN_SITE_WRONG', { uri: 'https://login.shop.example/' }],
      ['a nonce of its own', 'SIGN_IN_NONCE_REFUSED', { nonce: 'abcdefabcdefabcdefabcdef' }],
      ['a network that is not served', 'CHAIN_UNSUPPORTED', { networkId: 'eip155:5' }],
      ['no end', 'SIGN_IN_MESSAGE_INVALID', { expirationTime: undefined }],
      ['an end that is past', 'SIGN_IN_TIME_WRONG', { expirationTime: '2025-12-31T23:59:59Z' }],
      ['an end in 25 hours', 'SIGN_IN_TIME_WRONG', { expirationTime: '2026-01-02T01:00:00Z' }],
      ['a beginning in an hour', 'SIGN_IN_TIME_WRONG', { notBefore: '2026-01-01T01:00:00Z' }],
      ['a clock 10 minutes behind (F-11)', 'SIGN_IN_TIME_WRONG', { issuedAt: '2025-12-31T23:50:00Z' }],
      ['a clock 10 minutes ahead (F-11)', 'SIGN_IN_TIME_WRONG', { issuedAt: '2026-01-01T00:10:00Z' }],
      ['a wrong checksum', 'SIGN_IN_MESSAGE_INVALID', { address: key.address.replace('F', 'f') }],
    ])('SEC-114: a message with %s is refused though its account signed it', async (_name, code, change) => {
      const { signIn } = setUp()
      const { response } = await signIn(change)
      expect(response.ok).toBe(false)
      expect(response.headers.get('set-cookie')).toBeNull()
      const { authenticate, nonce, sign, write } = setUp()
      const given = await nonce()
      expect(await codeOf(await authenticate(given.token, await sign(write(given.nonce, change))))).toBe(code)
    })

    test.each([
      'http://shop.example/',
      'urn:shop.example',
      'blob:https://shop.example/0f7b',
      'filesystem:https://shop.example/temporary/x',
      'https://somebody@shop.example/',
    ])('SEC-114: a message with the URI %s is refused though its account signed it', async (uri) => {
      const { authenticate, nonce, sign, write } = setUp()
      const given = await nonce()
      const text = write(given.nonce).replace(/^URI: .*$/m, `URI: ${uri}`)
      expect(text).toContain(uri)
      const answer = await authenticate(given.token, await sign(text))
      expect(await codeOf(answer)).toBe('SIGN_IN_MESSAGE_INVALID')
      expect(answer.headers.get('set-cookie')).toBeNull()
    })

    test.each(['0', 'a', (given) => given.slice(0, -1), (given) => given.toUpperCase()] as readonly (
      | string
      | ((given: string) => string)
    )[])('SEC-114: a nonce that is only alike is refused: %s', async (change) => {
      const { authenticate, nonce, sign, write } = setUp()
      const given = await nonce()
      const other = typeof change === 'string' ? given.nonce + change : change(given.nonce)
      if (other === given.nonce) return
      expect(await codeOf(await authenticate(given.token, await sign(write(other))))).toBe('SIGN_IN_NONCE_REFUSED')
    })

    test.each<[string, Partial<SignInMessage>]>([
      ['a clock half a minute ahead', { issuedAt: '2026-01-01T00:00:30Z' }],
      ['a clock 9 minutes behind', { issuedAt: '2025-12-31T23:51:00Z' }],
      ['an end in 24 hours', { expirationTime: '2026-01-02T00:00:00Z' }],
      ['a statement, a request id and resources', { statement: 'Hello.', requestId: 'r1', resources: ['ipfs://x'] }],
      ['its address in lower case', { address: key.address.toLowerCase() }],
    ])('a message with %s is taken', async (_name, change) => {
      const { signIn } = setUp()
      expect((await signIn(change)).response.status).toBe(200)
    })

    test('a tampered message and a signature of somebody else are refused', async () => {
      const { nonce, authenticate, write, sign } = setUp()
      const given = await nonce()
      const message = write(given.nonce)
      const { signature } = await sign(write(given.nonce, { statement: 'I agree to nothing.' }))
      expect(await codeOf(await authenticate(given.token, { message, signature }))).toBe('SIGNATURE_REFUSED')
      const foreign = await stranger.signMessage({ message })
      expect(await codeOf(await authenticate(given.token, { message, signature: foreign }))).toBe('SIGNATURE_REFUSED')
      const text = 'Please sign.'
      const informal = { message: text, signature: await key.signMessage({ message: text }) }
      expect(await codeOf(await authenticate(given.token, informal))).toBe('SIGN_IN_MESSAGE_INVALID')
    })

    test('SEC-114: four failed tries leave a nonce, the fifth drops it', async () => {
      for (const [failures, status] of [
        [4, 200],
        [5, 400],
      ] as const) {
        const { nonce, authenticate, write, sign } = setUp()
        const given = await nonce()
        const message = write(given.nonce)
        for (let tries = 0; tries < failures; tries += 1) {
          await authenticate(given.token, { message, signature: await stranger.signMessage({ message }) })
        }
        expect((await authenticate(given.token, await sign(message))).status).toBe(status)
      }
    })

    test('SEC-114: a nonce is bound to its project, its page, its token and 10 minutes', async () => {
      const { nonce, authenticate, write, sign, time } = setUp()
      const given = await nonce()
      const body = await sign(write(given.nonce))
      const elsewhere = await sign(write(given.nonce, { domain: 'other.example:8443', uri: `${OTHER}/` }))
      expect(await codeOf(await authenticate(given.token, elsewhere, { headers: { origin: OTHER } }))).toBe(
        'SIGN_IN_NONCE_REFUSED',
      )
      expect(await codeOf(await authenticate(given.token, body, { project: 'second' }))).toBe('SIGN_IN_NONCE_REFUSED')
      expect(await codeOf(await authenticate((await nonce()).token, body))).toBe('SIGN_IN_NONCE_REFUSED')
      expect(await codeOf(await authenticate(given.token, body, { headers: { 'x-nonce-jwt': '' } }))).toBe(
        'SIGN_IN_NONCE_REFUSED',
      )
      time.now += 10 * MINUTE
      expect(await codeOf(await authenticate(given.token, await sign(write(given.nonce))))).toBe(
        'SIGN_IN_NONCE_REFUSED',
      )
    })

    test('a page with a port signs in with that port in its domain, and not without it', async () => {
      const { nonce, authenticate, write, sign } = setUp()
      const headers = { origin: OTHER }
      const given = await nonce({ headers })
      const bare = await sign(write(given.nonce, { domain: 'other.example', uri: `${OTHER}/` }))
      expect(await codeOf(await authenticate(given.token, bare, { headers }))).toBe('SIGN_IN_SITE_WRONG')
      const whole = await sign(write(given.nonce, { domain: 'other.example:8443', uri: `${OTHER}/` }))
      expect((await authenticate(given.token, whole, { headers })).status).toBe(200)
    })

    test('a page of the origin of the gateway, whose browser sends no Origin on a read, says who it is by signing in', async () => {
      const { gateway, authenticate, write, sign } = setUp()
      const response = await gateway.app.request('/auth/v1/nonce?projectId=shop')
      const given = (await response.json()) as { nonce: string; token: string }
      const body = await sign(write(given.nonce))
      const unnamed = await gateway.app.request('/auth/v1/authenticate?projectId=shop', {
        method: 'POST',
        headers: { 'x-nonce-jwt': `Bearer ${given.token}` },
        body: JSON.stringify(body),
      })
      expect(await codeOf(unnamed)).toBe('ORIGIN_NOT_ALLOWED')
      expect((await authenticate(given.token, body)).status).toBe(200)
    })

    test.each(['https://evil.example', 'null', 'https://shop.example.evil.test', 'http://shop.example'])(
      'SEC-106: a page at %s gets no nonce, no session and no cookie, and may read nothing but why it is refused',
      async (origin) => {
        const { ask, nonce, write, sign, signIn } = setUp()
        const { token } = await signIn()
        const given = await nonce()
        const signed = JSON.stringify(await sign(write(given.nonce)))
        const calls: readonly [string, RequestInit & { headers?: Record<string, string> }][] = [
          ['nonce', {}],
          ['authenticate', { method: 'POST', body: signed, headers: { 'x-nonce-jwt': `Bearer ${given.token}` } }],
          ['me', bearer(token)],
          ['sign-out', { method: 'POST', body: '{}', ...bearer(token) }],
        ]
        for (const [path, init] of calls) {
          const response = await ask(path, { ...init, headers: { ...init.headers, origin } })
          expect(response.status).toBe(403)
          expect(response.headers.get('access-control-allow-origin')).toBe('*')
          expect(response.headers.get('access-control-allow-credentials')).toBeNull()
          expect(response.headers.get('access-control-expose-headers')).toBe('x-request-id, retry-after')
          expect(response.headers.get('set-cookie')).toBeNull()
          expect(await response.json()).toEqual({
            status: 'FAILED',
            code: 'ORIGIN_NOT_ALLOWED',
            message: expect.any(String),
            requestId: response.headers.get('x-request-id'),
            reasons: [{ field: 'origin', description: expect.any(String) }],
          })
        }
      },
    )

    test('a listed page may send its cookies and tokens along, and its preflight says so', async () => {
      const { gateway } = setUp()
      for (const path of ['nonce', 'authenticate', 'me', 'sign-out']) {
        const response = await gateway.app.request(`/auth/v1/${path}?projectId=shop`, {
          method: 'OPTIONS',
          headers: { origin: SHOP, 'access-control-request-headers': 'authorization,x-nonce-jwt' },
        })
        expect(response.status).toBe(204)
        expect(response.headers.get('access-control-allow-origin')).toBe(SHOP)
        expect(response.headers.get('access-control-allow-credentials')).toBe('true')
        expect(response.headers.get('access-control-allow-headers')).toMatch(/authorization, x-nonce-jwt/)
      }
    })

    test('SEC-113: a session serves its own page and project alone, and its token is kept hashed', async () => {
      const { signIn, me } = setUp()
      const { token } = await signIn()
      expect((await me(bearer(token))).status).toBe(200)
      expect(await codeOf(await me({ headers: { origin: OTHER, ...bearer(token).headers } }))).toBe('SESSION_REFUSED')
      expect(await codeOf(await me({ project: 'second', ...bearer(token) }))).toBe('SESSION_REFUSED')
      expect(await codeOf(await me(bearer(`${token.slice(0, -2)}AA`)))).toBe('SESSION_REFUSED')
      expect(JSON.stringify(await storage.database.select().from(signInSessions))).not.toContain(token)
    })

    test("a site's own server may ask about a token that its page handed over", async () => {
      const { signIn, gateway } = setUp()
      const { token } = await signIn()
      const response = await gateway.app.request('/auth/v1/me?projectId=shop', bearer(token))
      expect(await response.json()).toMatchObject({ address: key.address, aud: 'shop', domain: 'shop.example' })
    })

    test('a session ends with its message', async () => {
      const { signIn, me, time } = setUp()
      const { token } = await signIn({ expirationTime: '2026-01-01T00:30:00Z' })
      time.now += 30 * MINUTE - 1
      expect((await me(bearer(token))).status).toBe(200)
      time.now += 1
      expect(await codeOf(await me(bearer(token)))).toBe('SESSION_REFUSED')
    })

    test('F-35: the session is also a cookie that no script reads, and a reload finds it again by that', async () => {
      const { signIn, me, ask } = setUp()
      const { cookie, token } = await signIn()
      expect(cookie).toMatch(
        /^__Host-latchkey-[0-9a-f]{16}=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; Secure; SameSite=None; Partitioned$/,
      )
      const pair = cookie.split(';')[0] ?? ''
      expect(await (await me({ headers: { cookie: pair } })).json()).toMatchObject({ address: key.address })
      const out = await ask('sign-out', { method: 'POST', body: '{}', headers: { cookie: pair } })
      expect(out.headers.get('set-cookie')).toMatch(new RegExp(`^${pair.split('=')[0]}=; Path=/; Max-Age=0;`))
      expect(await codeOf(await me({ headers: { cookie: pair } }))).toBe('SESSION_REFUSED')
      expect(await codeOf(await me(bearer(token)))).toBe('SESSION_REFUSED')
    })

    test('a cookie counts for nobody who does not say which page asks', async () => {
      const { signIn, gateway } = setUp()
      const pair = (await signIn()).cookie.split(';')[0] ?? ''
      const path = '/auth/v1/me?projectId=shop'
      expect(await codeOf(await gateway.app.request(path, { headers: { cookie: pair } }))).toBe('SESSION_REFUSED')
      const own = await gateway.app.request(path, { headers: { cookie: pair, 'sec-fetch-site': 'same-origin' } })
      expect(own.status).toBe(200)
    })

    test('several accounts and networks are signed in side by side; each is found and ended by itself', async () => {
      const { signIn, me, nonce, authenticate, write, ask } = setUp()
      const pairs = [(await signIn()).cookie, (await signIn({ networkId: 'eip155:31337' })).cookie]
      const sol = createSolanaAccount()
      const given = await nonce()
      const message = write(given.nonce, { address: sol.address, networkId: KNOWN_NETWORKS[0] as `solana:${string}` })
      const response = await authenticate(given.token, { message, signature: sol.sign(message) })
      pairs.push(response.headers.get('set-cookie') ?? '')
      const cookie = pairs.map((each) => each.split(';')[0]).join('; ')
      const find = async (account: string) => {
        const answer = await me({ headers: { cookie } }, `?account=${account}`)
        return answer.ok ? ((await answer.json()) as { caip2Network: string }).caip2Network : codeOf(answer)
      }
      expect(await find(`eip155:1:${key.address}`)).toBe('eip155:1')
      expect(await find(`eip155:31337:${key.address.toLowerCase()}`)).toBe('eip155:31337')
      expect(await find(`eip155:10:${key.address}`)).toMatch(/^eip155:/)
      expect(await find(`eip155:1:${stranger.address}`)).toBe('SESSION_REFUSED')
      expect(await find(`${KNOWN_NETWORKS[0]}:${sol.address}`)).toBe(KNOWN_NETWORKS[0])

      const body = JSON.stringify({ account: `eip155:1:${key.address}` })
      await ask('sign-out', { method: 'POST', body, headers: { cookie } })
      expect(await find(`eip155:31337:${key.address}`)).toBe('SESSION_REFUSED')
      expect(await find(`${KNOWN_NETWORKS[0]}:${sol.address}`)).toBe(KNOWN_NETWORKS[0])
    })

    test('accounts of every namespace sign in', async () => {
      const { nonce, authenticate, write, me } = setUp()
      const seed = new Uint8Array(32).fill(7)
      const secret = sr25519.secretFromSeed(seed)
      const bytes = (text: string) => new TextEncoder().encode(text)
      const sol = createSolanaAccount()
      const accounts = [
        { networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address: sol.address, sign: sol.sign },
        {
          networkId: 'bip122:000000000019d6689c085ae165831e93',
          address: p2wpkh(secp256k1.getPublicKey(seed)).address ?? '',
          sign(message: string) {
            const { length } = bytes(message)
            const size = length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8]
            const magic = bytes('\x18Bitcoin Signed Message:\n')
            const hash = sha256(sha256(new Uint8Array([...magic, ...size, ...bytes(message)])))
            const [recovery = 0, ...rest] = secp256k1.sign(hash, seed, { prehash: false, format: 'recovered' })
            return base64.encode(new Uint8Array([39 + recovery, ...rest]))
          },
        },
        {
          networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
          address: writeSs58(sr25519.getPublicKey(secret), 0),
          sign: (message: string) => showHex(sr25519.sign(secret, bytes(`<Bytes>${message}</Bytes>`))),
        },
      ] as const
      for (const { networkId, address, sign } of accounts) {
        const given = await nonce()
        const message = write(given.nonce, { networkId, address })
        const response = await authenticate(given.token, { message, signature: sign(message) })
        expect(response.status).toBe(200)
        const { token } = (await response.json()) as { token: string }
        const account = await (await me(bearer(token), `?account=${networkId}:${address}`)).json()
        expect(account).toMatchObject({ address, caip2Network: networkId, chainId: networkId.split(':')[1] })
      }
    })

    test('data beside the message may be left out or agree with it, and is refused where it says otherwise', async () => {
      const { nonce, authenticate, write, sign } = setUp()
      const given = await nonce()
      const body = await sign(write(given.nonce))
      const lie = { accountAddress: stranger.address, chainId: 'eip155:1' }
      expect(await codeOf(await authenticate(given.token, { ...body, data: lie }))).toBe('SIGN_IN_MESSAGE_INVALID')
      const data = {
        accountAddress: key.address.toLowerCase(),
        chainId: 'eip155:1',
        domain: 'shop.example',
        version: '1',
      }
      expect((await authenticate(given.token, { ...body, data })).status).toBe(200)
    })

    test('a node that is down makes an outage of a contract account, and costs its nonce nothing', async () => {
      const { nonce, authenticate, write, sign } = setUp({ isDown: true })
      const given = await nonce()
      const contract = { address: '0x1111111111111111111111111111111111111111' } as const
      for (let tries = 0; tries < 6; tries += 1) {
        const response = await authenticate(given.token, await sign(write(given.nonce, contract)))
        expect([response.status, await codeOf(response)]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
      }
      expect((await authenticate(given.token, await sign(write(given.nonce)))).status).toBe(200)
    })

    test('nonces that nobody used and sessions that have run out are dropped', async () => {
      const { nonce, signIn, time } = setUp()
      await signIn()
      await nonce()
      time.now += 25 * 60 * MINUTE
      await nonce()
      expect(await storage.database.select().from(signInNonces)).toHaveLength(1)
      expect(await storage.database.select().from(signInSessions)).toHaveLength(0)
    })

    test('SEC-125, SEC-105: answers are kept by nobody, and neither log nor database knows address or IP of the asker', async () => {
      const { signIn, me, gateway } = setUp()
      const { token, response } = await signIn()
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(
        (await me({ headers: { ...bearer(token).headers, 'x-forwarded-for': '203.0.113.7' } })).headers.get(
          'cache-control',
        ),
      ).toBe('no-store')
      expect(gateway.logText().toLowerCase()).not.toContain(key.address.toLowerCase())
      expect(gateway.logText()).not.toContain('203.0.113.7')
      const columns = Object.keys((await storage.database.select().from(signInSessions))[0] ?? {})
      expect(columns.filter((name) => /ip|agent|client/i.test(name))).toEqual([])
    })

    test('sign-in has a limit of its own, which says when to come back', async () => {
      const { ask } = setUp()
      const statuses: number[] = []
      for (let count = 0; count < 61; count += 1) statuses.push((await ask('nonce')).status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(60)
      expect((await ask('nonce')).headers.get('retry-after')).toBe('1')
    })
  })
}

/** Sign-in over a storage that a test takes away. */
function setUpOver(storage: Storage) {
  const gateway = createTestGateway({
    services: {
      signIn: createSignIn({ storage, clock: { now: () => Date.now() }, networkIds: [], askNode: async () => '0x' }),
    },
  })
  return {
    gateway,
    askAll: () =>
      Promise.all([
        gateway.get('/auth/v1/nonce?projectId=shop'),
        gateway.get('/auth/v1/me?projectId=shop', { origin: SHOP, authorization: 'Bearer a-token-of-a-session' }),
        gateway.post('/auth/v1/authenticate?projectId=shop', '{"message":"m","signature":"0x"}', {
          origin: SHOP,
          'x-nonce-jwt': 'Bearer a-token-of-a-nonce',
        }),
      ]),
  }
}

test.skipIf(findPostgres() === null && !process.env.CI)(
  'F-36: while PostgreSQL is away, sign-in says that it cannot serve now and when to come back',
  async () => {
    const away = await startPostgres()
    const storage = await openStorage({ url: (await away?.createDatabase()) ?? '' })
    const { gateway, askAll } = setUpOver(storage)
    expect((await gateway.get('/auth/v1/nonce?projectId=shop')).status).toBe(200)
    await away?.stop()
    for (const response of await askAll()) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(((await response.json()) as WireErrorBody).code).toBe('NOT_READY')
    }
    expect(gateway.log().filter(({ event }) => event === 'fault')).toEqual([])
    expect(gateway.log().filter(({ event }) => event === 'storageAway')).toHaveLength(3)
    await storage.close()
  },
)

test('F-36: while the disk is full, sign-in says that it cannot serve now; another fault stays INTERNAL', async () => {
  const storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  const full = new StorageFullError('/data', 'Nothing more is stored until there is room.')
  const failWith = (cause: Error) => ({
    ...storage,
    database: new Proxy(storage.database, {
      get: () => () => {
        throw new Error('Failed query', { cause })
      },
    }),
  })
  const codes = async (cause: Error) =>
    Promise.all(
      (await setUpOver(failWith(cause)).askAll()).map(
        async (response) => ((await response.json()) as WireErrorBody).code,
      ),
    )
  expect(await codes(full)).toEqual(['NOT_READY', 'NOT_READY', 'NOT_READY'])
  expect(await codes(new TypeError('of ours'))).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL'])
  await storage.close()
})
