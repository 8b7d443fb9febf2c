import { gzipSync } from 'node:zlib'
import { isWireCode } from '@latchkey/wire'
import { describe, expect, test } from 'vitest'
import type { GatewayServices } from './environment.ts'
import { createTestGateway, SHOP } from './testGateway.ts'

const someone = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const rpc = (method: string, params: unknown[] = []) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

describe('access (SEC-106)', () => {
  test.each([
    ['another host', 'https://other.example'],
    ['a suffix of the host', 'https://evilshop.example'],
    ['a longer host', 'https://shop.example.evil.example'],
    ['a subdomain', 'https://www.shop.example'],
    ['another port', 'https://shop.example:8443'],
    ['another scheme', 'http://shop.example'],
    ['another case', 'https://SHOP.example'],
    ['a trailing slash', 'https://shop.example/'],
    ['the opaque origin', 'null'],
    ['an empty origin', ''],
    ['two origins', 'https://shop.example, https://other.example'],
  ])('SEC-106: %s is refused and may not read the answer', async (_name, origin) => {
    const response = await createTestGateway().get('/getWallets?projectId=shop', { origin })
    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(await response.json()).toEqual({
      status: 'FAILED',
      code: 'ORIGIN_NOT_ALLOWED',
      message: 'This origin is not on the list of the project.',
      requestId: response.headers.get('x-request-id'),
      reasons: [{ field: 'origin', description: 'This origin is not on the list of the project.' }],
    })
  })

  test('SEC-106: a page that is not listed may read why, and nothing else: no data, no fault, no preflight', async () => {
    const gateway = createTestGateway({ answerNode: () => new Response('', { status: 500 }) })
    const stranger = { origin: 'https://other.example' }
    const opened: Record<string, string | null> = {}
    for (const path of [
      '/getWallets?projectId=shop',
      '/getWallets?projectId=nobody',
      '/v1/supported-chains',
      '/getWalletImage/logo-1',
      '/getWalletImage/none',
      `/v1/account/${someone}/balance?projectId=shop&currency=usd`,
      '/nowhere?projectId=shop',
      '/health',
      '/ready',
      '/metrics',
    ]) {
      const response = await gateway.get(path, stranger)
      opened[`${response.status} ${path.split('?')[0]}`] = response.headers.get('access-control-allow-origin')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    expect(Object.entries(opened).filter(([, allowed]) => allowed !== null)).toEqual([
      ['403 /getWallets', '*'],
      ['401 /getWallets', '*'],
      [`403 /v1/account/${someone}/balance`, '*'],
    ])
  })

  test('SEC-106: a refusal with credentials stays closed to them, also where the listed page may send them', async () => {
    const path = '/auth/v1/nonce?projectId=shop'
    const signIn = {} as GatewayServices['signIn']
    const response = await createTestGateway({ services: { signIn } }).get(path, { origin: 'https://other.example' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('the log says which page was refused and why', async () => {
    const gateway = createTestGateway()
    await gateway.get('/getWallets?projectId=shop', { origin: 'https://other.example' })
    await gateway.get('/getWallets?projectId=nobody', { origin: `https://${'a'.repeat(500)}.example` })
    await gateway.get('/getWallets?projectId=shop')
    const [foreign, unknown, listed] = gateway.log().filter(({ event }) => event === 'request')
    expect(foreign).toMatchObject({ project: 'shop', reason: 'ORIGIN_NOT_ALLOWED', origin: 'https://other.example' })
    expect(unknown).toMatchObject({ reason: 'PROJECT_UNKNOWN' })
    expect(String(unknown?.origin)).toHaveLength(200)
    expect(listed).not.toHaveProperty('origin')
  })

  test('SEC-106: the exact origin is served, named and varied by', async () => {
    const response = await createTestGateway().get('/getWallets?projectId=shop')
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(response.headers.get('vary')).toContain('Origin')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('SEC-106: an empty list admits no page', async () => {
    const response = await createTestGateway().get('/getWallets?projectId=closed')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
  })

  test.each(['', '?projectId=nobody', '?projectId=SHOP', '?projectId='])(
    'SEC-106: no or an unknown project (%j) is 401',
    async (query) => {
      const response = await createTestGateway().get(`/getWallets${query}`)
      expect([response.status, await codeOf(response)]).toEqual([401, 'PROJECT_UNKNOWN'])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    },
  )

  test('SEC-106: of a repeated project id the one that is checked is the one that is used', async () => {
    const response = await createTestGateway().get('/getWallets?projectId=closed&projectId=shop')
    expect(response.status).toBe(403)
  })

  test('a missing Origin is no reason for an empty answer', async () => {
    const response = await createTestGateway().get('/getWallets?projectId=shop', {})
    expect((await response.json()) as object).toMatchObject({ count: 1, data: [{ name: 'Alpha' }] })
  })

  test('callers that name no project get the default one where the operator set it', async () => {
    const gateway = createTestGateway({ config: { defaultProject: 'shop' } })
    expect((await gateway.get('/getWallets')).status).toBe(200)
    expect((await gateway.get('/getWallets', { origin: 'https://other.example' })).status).toBe(403)
  })

  test('supported chains need no project, but a wrong one is told', async () => {
    const gateway = createTestGateway()
    expect(await (await gateway.get('/v1/supported-chains', {})).json()).toMatchObject({
      http: ['eip155:31337'],
      ws: [],
    })
    expect((await gateway.get('/v1/supported-chains?projectId=nobody')).status).toBe(401)
  })

  test('SEC-106: a preflight passes for the listed origin alone', async () => {
    const { app } = createTestGateway()
    const ask = (origin: string) => app.request('/v1?projectId=shop', { method: 'OPTIONS', headers: { origin } })
    const passed = await ask(SHOP)
    expect([passed.status, passed.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS'])
    expect(passed.headers.get('access-control-allow-origin')).toBe(SHOP)
    const refused = await ask('https://other.example')
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })
})

describe('limits (SEC-107)', () => {
  test('SEC-107: an address over 8 KiB is refused', async () => {
    const response = await createTestGateway().get(`/getWallets?projectId=shop&search=${'a'.repeat(9000)}`)
    expect([response.status, await codeOf(response)]).toEqual([414, 'URL_TOO_LONG'])
  })

  test('SEC-107: an RPC body of 256 KiB passes, one byte more does not, with or without a stated length', async () => {
    const gateway = createTestGateway()
    const path = '/v1?projectId=shop&chainId=eip155:31337'
    const fill = (length: number) => {
      const empty = rpc('net_version', [''])
      return empty.replace('[""]', `["${'a'.repeat(length - empty.length)}"]`)
    }
    expect((await gateway.post(path, fill(256 * 1024))).status).toBe(200)
    expect((await gateway.post(path, fill(256 * 1024 + 1))).status).toBe(413)
    const lying = await gateway.post(path, fill(300 * 1024), { origin: SHOP, 'content-length': '10' })
    expect(lying.status).toBe(413)
  })

  test('SEC-107: 32 levels of JSON pass, 33 do not', async () => {
    const gateway = createTestGateway()
    const nest = (levels: number) => rpc('net_version').replace('[]', '['.repeat(levels) + ']'.repeat(levels))
    const path = '/v1?projectId=shop&chainId=eip155:31337'
    expect((await gateway.post(path, nest(31))).status).toBe(200)
    expect((await gateway.post(path, nest(32))).status).toBe(400)
  })

  test('SEC-107: brackets inside a text are not levels', async () => {
    const body = rpc('net_version', [`\\"${'['.repeat(100)}`])
    expect((await createTestGateway().post('/v1?projectId=shop&chainId=eip155:31337', body)).status).toBe(200)
  })

  test('SEC-107: 100 requests in a batch pass, 101 and 0 do not', async () => {
    const gateway = createTestGateway()
    const batch = (length: number) =>
      gateway.post(
        '/v1?projectId=shop&chainId=eip155:31337',
        JSON.stringify(Array.from({ length }, (_unused, id) => ({ jsonrpc: '2.0', id, method: 'net_version' }))),
      )
    expect((await batch(100)).status).toBe(200)
    expect((await batch(101)).status).toBe(400)
    expect((await batch(0)).status).toBe(400)
  })

  test.each([
    ['the project', '/getWallets?projectId=shop%00'],
    ['a field', '/getWallets?projectId=shop&search=a%00b'],
    ['a field that nobody reads', '/getWallets?projectId=shop&other=%00'],
    ['the path', `/v1/identity/${someone}%00?projectId=shop`],
    ['a picture', '/getWalletImage/logo%00?projectId=shop'],
    ['the id of a chain', '/v1?projectId=shop&chainId=eip155:1%00'],
  ])('SEC-107: a zero character in %s is a wrong request, not a fault', async (_name, path) => {
    const findProject = () => Promise.reject(new Error('the database is not asked'))
    const gateway = createTestGateway({ services: { findProject } })
    const response = await (path.startsWith('/v1?') ? gateway.post(path, rpc('eth_call')) : gateway.get(path))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('INPUT_INVALID')
  })

  test('SEC-107: a zero character in a body is a wrong request', async () => {
    const body = rpc('eth_call', ['a\0b'])
    const response = await createTestGateway().post('/v1?projectId=shop&chainId=eip155:31337', body)
    expect([response.status, await response.text()]).toMatchObject([400, expect.stringContaining('BODY_INVALID')])
  })

  test('SEC-119: a client that hangs up is told in the log as that, not as a database that is away', async () => {
    const gateway = createTestGateway()
    const leaving = new AbortController()
    const body = new ReadableStream({
      pull(controller) {
        leaving.abort()
        controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      },
    })
    await gateway.app.request('/v1?projectId=shop&chainId=eip155:31337', {
      method: 'POST',
      body,
      headers: { origin: SHOP },
      signal: leaving.signal,
      duplex: 'half',
    } as RequestInit)
    const events = gateway.log().map(({ event }) => event)
    expect(events).toContain('clientGone')
    expect(events).not.toContain('storageAway')
    expect(events).not.toContain('fault')
  })

  test('SEC-107: a compressed body is refused unread', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(1_000_000, 32)))
    const response = await createTestGateway().post('/v1?projectId=shop&chainId=eip155:31337', bomb, {
      origin: SHOP,
      'content-encoding': 'gzip',
    })
    expect(response.status).toBe(415)
  })

  test('SEC-107: an answer that takes too long ends with TIMED_OUT', async () => {
    const gateway = createTestGateway({
      config: { limits: { requestTimeoutMs: 100 } },
      services: { fetchIdentity: () => new Promise(() => undefined) },
    })
    const response = await gateway.get(`/v1/identity/${someone}?projectId=shop`)
    expect([response.status, await codeOf(response)]).toEqual([504, 'TIMED_OUT'])
  })
})

describe('rate limits (SEC-108)', () => {
  const config = {
    limits: { directory: { capacity: 2, refillPerSecond: 0.5 }, rpc: { capacity: 12, refillPerSecond: 1 } },
    trustedProxies: ['10.0.0.0/8'],
  }
  const ask = (
    gateway: ReturnType<typeof createTestGateway>,
    remoteAddress: string,
    forwarded?: string,
    project = 'shop',
  ) =>
    gateway.app.request(
      `/getWallets?projectId=${project}`,
      { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
      { remoteAddress },
    )

  test('SEC-108: a client runs out, is told when to come back, and passes then', async () => {
    const gateway = createTestGateway({ config })
    await ask(gateway, '1.1.1.1')
    expect((await ask(gateway, '1.1.1.1')).status).toBe(200)
    const refused = await ask(gateway, '1.1.1.1')
    expect([refused.status, refused.headers.get('retry-after'), await codeOf(refused)]).toEqual([
      429,
      '2',
      'RATE_LIMITED',
    ])
    gateway.time.now += 2000
    expect((await ask(gateway, '1.1.1.1')).status).toBe(200)
  })

  test('SEC-108: clients and projects count apart', async () => {
    const gateway = createTestGateway({ config })
    for (let count = 0; count < 3; count += 1) await ask(gateway, '1.1.1.1')
    expect((await ask(gateway, '1.1.1.2')).status).toBe(200)
    expect((await ask(gateway, '1.1.1.1', undefined, 'closed')).status).toBe(200)
  })

  test('SEC-108: made-up project ids do not give fresh tokens', async () => {
    const gateway = createTestGateway({ config })
    const statuses: number[] = []
    for (const project of ['a', 'b', 'c']) statuses.push((await ask(gateway, '1.1.1.1', undefined, project)).status)
    expect(statuses).toEqual([401, 401, 429])
  })

  test('SEC-108: X-Forwarded-For of a stranger is not believed', async () => {
    const gateway = createTestGateway({ config })
    const statuses: number[] = []
    for (const claimed of ['9.9.9.1', '9.9.9.2', '9.9.9.3'])
      statuses.push((await ask(gateway, '1.1.1.1', claimed)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('SEC-108: behind a trusted proxy the nearest hop that is none counts, whatever the client claims further left', async () => {
    const gateway = createTestGateway({ config })
    const statuses: number[] = []
    for (const claimed of ['6.6.6.6, 9.9.9.9, 10.0.0.2', '7.7.7.7, 9.9.9.9', '9.9.9.9']) {
      statuses.push((await ask(gateway, '10.0.0.1', claimed)).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  test('SEC-108: a batch costs what its methods cost together', async () => {
    const gateway = createTestGateway({ config })
    const logs = (count: number) =>
      gateway.post(
        '/v1?projectId=shop&chainId=eip155:31337',
        JSON.stringify(
          Array.from({ length: count }, (_unused, id) => ({ jsonrpc: '2.0', id, method: 'eth_getLogs', params: [{}] })),
        ),
      )
    expect((await logs(1)).status).not.toBe(429)
    const refused = await logs(1)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { code: -32005, data: { code: 'RATE_LIMITED' } } })
  })
})

describe('errors (SEC-119)', () => {
  test('an unknown path is 404 and a wrong method 405, in the same body', async () => {
    const { app } = createTestGateway()
    const missing = await app.request('/admin')
    expect(await missing.json()).toMatchObject({
      status: 'FAILED',
      code: 'NOT_FOUND',
      reasons: [{ field: '', description: 'Nothing lives at this path.' }],
    })
    const wrong = await app.request('/getWallets?projectId=shop', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow'), await codeOf(wrong)]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'METHOD_NOT_ALLOWED',
    ])
  })

  test('a GET on the JSON-RPC path asks for an upgrade that is not there', async () => {
    expect((await createTestGateway().get('/v1?projectId=shop')).status).toBe(426)
  })

  test('SEC-119: a fault answers its request id and nothing of its cause', async () => {
    const gateway = createTestGateway({
      services: {
        fetchIdentity: async () => {
          throw new Error('select * from identity_cache failed at https://user:pass@db.example/x?key=hush')
        },
      },
    })
    const response = await gateway.get(`/v1/identity/${someone}?projectId=shop`)
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toMatch(/select|identity_cache|at .*\.ts|pass|hush/)
    expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL', requestId: response.headers.get('x-request-id') })
    expect(gateway.logText()).toContain('identity_cache')
    expect(gateway.logText()).not.toMatch(/user:pass|hush/)
  })

  test.each([
    ['/v1/identity/0x12?projectId=shop', 400, 'ADDRESS_INVALID', 'address'],
    [`/v1/account/${someone}/balance?projectId=shop&currency=doge`, 400, 'CURRENCY_UNSUPPORTED', 'currency'],
    [`/v1/account/${someone}/balance?projectId=shop`, 400, 'CURRENCY_UNSUPPORTED', 'currency'],
    [`/v1/account/${someone}/balance?projectId=shop&currency=usd&chainId=1`, 400, 'INPUT_INVALID', 'chainId'],
    [
      `/v1/account/${someone}/balance?projectId=shop&currency=usd&chainId=eip155:9`,
      400,
      'CHAIN_UNSUPPORTED',
      'chainId',
    ],
    [
      `/v1/account/${someone}/balance?projectId=shop&currency=usd&chainId=solana:x`,
      400,
      'CHAIN_UNSUPPORTED',
      'chainId',
    ],
    ['/getWallets?projectId=shop&page=0', 400, 'INPUT_INVALID', 'page'],
    ['/getWalletImage/nothing', 404, 'NOT_FOUND', 'id'],
    [`/getWallets?projectId=${'x'.repeat(200)}`, 400, 'INPUT_INVALID', 'projectId'],
  ])('SEC-119: %s is %i %s and names the field', async (path, status, code, field) => {
    const response = await createTestGateway().get(path, {})
    const body = (await response.json()) as { code: string; reasons: { field: string }[] }
    expect([response.status, body.code, body.reasons[0]?.field]).toEqual([status, code, field])
    expect(isWireCode(body.code)).toBe(true)
  })

  test('every answer carries a request id of its own', async () => {
    const gateway = createTestGateway()
    const ids = await Promise.all(
      ['/health', '/nothing', '/getWallets'].map(async (path) => (await gateway.get(path)).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(3)
  })
})

describe('caches and headers (SEC-125)', () => {
  test.each([
    [`/v1/identity/${someone}?projectId=shop`, 'private, max-age=3600'],
    [`/v1/account/${someone}/identity?projectId=shop`, 'private, max-age=3600'],
    [`/v1/account/${someone}/balance?projectId=shop&currency=usd`, 'no-store'],
    ['/getAnalyticsConfig?projectId=shop', 'no-store'],
    ['/getWallets?projectId=shop', 'public, max-age=7200'],
    ['/v1/supported-chains?projectId=shop', 'public, max-age=86400, s-maxage=86400'],
    ['/getWallets', 'no-store'],
  ])('SEC-125: %s is kept as %j', async (path, expected) => {
    const response = await createTestGateway().get(path)
    expect(response.headers.get('cache-control')).toBe(expected)
    expect(response.headers.get('vary')).toBe('Origin')
  })

  test('a picture is served inert, with a tag that spares the second download', async () => {
    const gateway = createTestGateway()
    const first = await gateway.get('/getWalletImage/logo-1?projectId=shop', {})
    expect(first.headers.get('content-type')).toBe('image/svg+xml')
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(first.headers.get('content-security-policy')).toContain('sandbox')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = first.headers.get('etag') ?? ''
    const second = await gateway.get('/getWalletImage/logo-1?projectId=shop', { 'if-none-match': `"other", ${etag}` })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('a page of the directory is sent again only when it has changed', async () => {
    const gateway = createTestGateway()
    const first = await gateway.get('/getWallets?projectId=shop&page=1')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const again = await gateway.get('/getWallets?projectId=shop&page=1', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await gateway.get('/getWallets?projectId=shop&page=1&search=zzzz', { 'if-none-match': etag })
    expect(other.status).toBe(200)
  })

  test('SEC-105: a usage event is logged without what points at a person, and refused where the operator takes none', async () => {
    const body = JSON.stringify({
      eventId: '0f8fad5b-d9cb-469f-a165-70867728950e',
      url: 'https://shop.test/account/0xabc',
      domain: 'shop.test',
      timestamp: 1,
      props: {
        type: 'track',
        event: 'MODAL_OPEN',
        address: '0xabc',
        properties: { connected: true, address: '0xabc' },
      },
    })
    const ask = (enabled: boolean) => {
      const gateway = createTestGateway({ config: { analytics: { enabled } } })
      return { gateway, response: gateway.app.request('/e?projectId=shop', { method: 'POST', body }) }
    }
    const taken = ask(true)
    expect((await taken.response).status).toBe(200)
    const refused = await ask(false).response
    expect([refused.status, (await refused.json()).code]).toEqual([404, 'NOT_FOUND'])
    const lines = taken.gateway.log().filter(({ msg }) => msg === 'usage')
    expect(lines[0]).toMatchObject({
      event: 'MODAL_OPEN',
      site: 'https://shop.test',
      properties: { connected: true },
    })
    expect(JSON.stringify(lines)).not.toContain('0xabc')
  })

  test('no answer sets a cookie', async () => {
    const gateway = createTestGateway()
    for (const path of ['/health', '/getWallets?projectId=shop', '/nothing']) {
      expect((await gateway.get(path)).headers.get('set-cookie')).toBeNull()
    }
  })
})

describe('operation', () => {
  test('SEC-120: no request changes what the operator set: nothing but sign-in, chain calls, events, purchases and questions of prices and swaps is sent here', async () => {
    const gateway = createTestGateway({ services: { signIn: {} as GatewayServices['signIn'] } })
    const reads = ['ALL', 'GET', 'HEAD', 'OPTIONS']
    const writes = gateway.app.routes.filter(({ method }) => !reads.includes(method)).map(({ path }) => path)
    expect([...new Set(writes)].sort()).toEqual([
      '/auth/v1/authenticate',
      '/auth/v1/sign-out',
      '/e',
      '/v1',
      '/v1/',
      '/v1/bundler',
      '/v1/convert/build-transaction',
      '/v1/fungible/price',
      '/v1/generators/onrampurl',
      '/v1/onramp/quote',
      '/v1/onramp/webhooks/:provider',
    ])
    for (const path of ['/admin', '/projects', '/v1/projects', '/config', '/debug', '/.env']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const response = await gateway.app.request(`${path}?projectId=shop`, { method, headers: { origin: SHOP } })
        expect([path, method, response.status]).toEqual([path, method, 404])
      }
    }
  })

  test('ready says no with a code while the database does not answer', async () => {
    const gateway = createTestGateway({ services: { checkReady: async () => Promise.reject(new Error('down')) } })
    const response = await gateway.get('/ready', {})
    expect([response.status, await codeOf(response)]).toEqual([503, 'NOT_READY'])
    expect((await gateway.get('/health', {})).status).toBe(200)
  })

  test('SEC-118: metrics name routes, never paths, and are for this machine or the holder of the token', async () => {
    const token = 'kV3mZr8QpX1tYw7NcB5dLs2H'
    const open = createTestGateway()
    await open.get(`/v1/identity/${someone}?projectId=shop`)
    const local = await open.app.request('/metrics', {}, { remoteAddress: '127.0.0.1' })
    const text = await local.text()
    expect(text).toContain('latchkey_http_requests_total{route="getIdentity",method="GET",status="200"} 1')
    expect(text).not.toContain(someone)
    expect((await open.app.request('/metrics', {}, { remoteAddress: '8.8.8.8' })).status).toBe(404)
    const forwarded = { headers: { 'x-forwarded-for': '8.8.8.8' } }
    expect((await open.app.request('/metrics', forwarded, { remoteAddress: '127.0.0.1' })).status).toBe(404)

    const ask = async (url: string, headers: Record<string, string> = {}) =>
      (await open.app.request(url, { headers }, { remoteAddress: '127.0.0.1' })).status
    for (const host of ['localhost', 'localhost:8787', '127.0.0.1:8787', '[::1]:8787']) {
      expect([host, await ask(`http://${host}/metrics`, { host })]).toEqual([host, 200])
    }
    // A page's own host name that was given the address of this machine.
    for (const host of ['evil.example', 'evil.example:8787', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect([host, await ask(`http://${host}/metrics`, { host })]).toEqual([host, 404])
      expect([host, await ask('http://localhost/metrics', { host })]).toEqual([host, 404])
    }
    expect(await ask('http://localhost/metrics', { via: '1.1 proxy' })).toBe(404)

    const guarded = createTestGateway({ config: { metrics: { token } } })
    const withToken = (value: string) =>
      guarded.app.request('/metrics', { headers: { authorization: value } }, { remoteAddress: '127.0.0.1' })
    expect((await withToken(`Bearer ${token}`)).status).toBe(200)
    expect((await withToken('Bearer wrong')).status).toBe(404)
  })

  test('two gateways count apart', async () => {
    const [one, other] = [createTestGateway(), createTestGateway()]
    await one.get('/health')
    expect((await other.services.metrics.render()).text).not.toContain('route="health"')
  })

  test('SEC-118: the log has no address, query, origin header or client address, and redacts secret fields', async () => {
    const gateway = createTestGateway()
    await gateway.app.request(
      `/v1/account/${someone}/balance?projectId=shop&currency=usd&clientId=tracker`,
      { headers: { authorization: 'Bearer hush', cookie: 'a=hush' } },
      { remoteAddress: '203.0.113.9' },
    )
    gateway.services.log.info(
      {
        email: 'a@hush.example',
        headers: { authorization: 'hush', cookie: 'hush' },
        token: 'hush',
        deep: { inner: { code: 'hush', share: 'hush' } },
      },
      'x',
    )
    expect(gateway.logText()).not.toMatch(new RegExp(`${someone}|tracker|hush|203\\.0\\.113\\.9`, 'i'))
    expect(gateway.log().find((line) => line.event === 'request')).toMatchObject({
      route: 'getBalance',
      status: 503,
      project: 'shop',
    })
  })
})
