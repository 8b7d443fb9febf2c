import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClientKey, type ReadClient } from '../gateway/clientKey.ts'
import type { Log } from '../ports.ts'
import { checkClientToken } from './clientToken.ts'
import { createAudienceCheck, createSocketEdge, type SocketEdge, type SocketEdgeOptions } from './socketEdge.ts'
import {
  connectTestClient,
  createTestIdentity,
  createTestToken,
  createTestTopic,
  type TestClient,
} from './testClient.ts'
import { createTestRelay } from './testRelay.ts'

const SHOP = 'https://shop.example'
const NOW = Date.now()
const seconds = Math.floor(NOW / 1000)

const open: { edge: SocketEdge; server: Server }[] = []
afterEach(async () => {
  for (const { edge, server } of open.splice(0)) {
    await edge.close()
    server.close()
    server.closeAllConnections()
  }
})

async function listenTestRelay({
  readClientKey = (address) => address ?? '',
  warn = () => undefined,
  ...options
}: Partial<SocketEdgeOptions> & { readClientKey?: ReadClient; warn?: Log['warn'] } = {}) {
  const world = await createTestRelay({ attest: (_message, origin) => `${origin.text}|${origin.isVerified}` })
  world.time.now = NOW
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`
  const edge = createSocketEdge({
    relay: world.relay,
    clock: { now: () => world.time.now },
    log: { info: () => undefined, warn, error: () => undefined },
    readClientKey,
    options: {
      maxFrameBytes: 1_048_576,
      maxSockets: 100,
      connections: { capacity: 1_000, refillPerSecond: 1 },
      isOwnAudience: createAudienceCheck([url]),
      findProject: async (id) => (id === 'shop' ? { id, origins: [SHOP] } : undefined),
      ...options,
    },
  })
  server.on('upgrade', edge.upgrade)
  open.push({ edge, server })
  return { ...world, url, edge, connect: (more = {}) => connectTestClient(url, { projectId: 'shop', ...more }) }
}

/** What becomes of a try to connect: `open`, the close code and reason, or the HTTP status and body. */
function tryToConnect(
  url: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url}?${new URLSearchParams(query)}`, { headers })
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (piece) => {
        body += piece
      })
      response.on('end', () => resolve(`${response.statusCode} ${body}`))
    })
    socket.on('close', (code, reason) => resolve(`${code} ${reason}`))
    socket.on('open', () => {
      // A refusal follows the opening at once; who is answered was let in.
      socket.on('message', () => {
        resolve('open')
        socket.close()
      })
      socket.send('{}')
    })
  })
}

const identity = createTestIdentity()
const stranger = createTestIdentity()

test.each<[string, Record<string, unknown>, string]>([
  ['a good token', {}, 'open'],
  ['a slash at the end of its audience', { aud: 'SELF/' }, 'open'],
  ['an audience below ours', { aud: 'SELF/eu' }, 'open'],
  ['a list of audiences with ours', { aud: ['wss://other.example', 'SELF'] }, 'open'],
  ['a clock 120 s ahead', { iat: seconds + 120 }, 'open'],
  ['an end 120 s ago', { exp: seconds - 120 }, 'open'],
  ['no time of issue', { iat: undefined }, 'open'],
  ['another audience', { aud: 'wss://other.example/relay' }, '3000 JWT validation error: Invalid audience'],
  ['an audience that begins as ours', { aud: 'SELFish' }, '3000 JWT validation error: Invalid audience'],
  ['no audience', { aud: undefined }, '3000 JWT validation error: JWT Token is invalid'],
  [
    'a clock 130 s ahead',
    { iat: seconds + 130 },
    `3000 JWT validation error: JWT Token is not yet valid: issued ${seconds + 130}, now ${seconds}`,
  ],
  [
    'an end 130 s ago',
    { exp: seconds - 130 },
    `3000 JWT validation error: JWT Token is expired: expired ${seconds - 130}, now ${seconds}`,
  ],
  ['no end', { exp: undefined }, '3000 JWT validation error: JWT Token is invalid'],
  ['the id of somebody else', { iss: stranger.clientId }, '3000 JWT validation error: JWT Token is invalid'],
  ['an id of another kind', { iss: 'did:web:shop.example' }, '3000 JWT validation error: JWT Token is invalid'],
  [
    'an id with a letter that base58 lacks',
    { iss: `${identity.clientId.slice(0, -1)}0` },
    '3000 JWT validation error: JWT Token is invalid',
  ],
  [
    'an id with leading zeros',
    { iss: identity.clientId.replace('did:key:z', 'did:key:z1') },
    '3000 JWT validation error: JWT Token is invalid',
  ],
])('SEC-123: a token with %s', async (_name, claims, outcome) => {
  const { url } = await listenTestRelay()
  const own = (text: unknown) => (typeof text === 'string' ? text.replace('SELF', url) : text)
  const aud = 'aud' in claims ? (Array.isArray(claims.aud) ? claims.aud.map(own) : own(claims.aud)) : url
  const auth = createTestToken(identity, { ...claims, aud })
  expect(await tryToConnect(url, { auth, projectId: 'shop', useOnCloseEvent: 'true' })).toBe(outcome)
  // Without useOnCloseEvent the refusal is an HTTP answer.
  const plain = await tryToConnect(url, { auth, projectId: 'shop' })
  expect(plain).toBe(outcome === 'open' ? 'open' : outcome.replace('3000', '401'))
})

test.each<[string, (good: string) => string]>([
  ['nothing', () => ''],
  ['a word', () => 'token'],
  ['another algorithm', () => createTestToken(identity, {}, { alg: 'none' })],
  ['a changed body', (good) => good.replace(/\.(.)/, (_all, letter: string) => `.${letter === 'f' ? 'e' : 'f'}`)],
  ['no signature', (good) => good.replace(/[^.]*$/, '')],
  ['half a signature', (good) => good.slice(0, -20)],
  ['four parts', (good) => `${good}.x`],
  ['no end at all', (good) => good + 'A'.repeat(8_000)],
])('SEC-123: %s is no token, and says so', async (_name, change) => {
  const verdict = checkClientToken({
    token: change(createTestToken(identity, { aud: 'wss://relay.example' })),
    now: NOW,
    isOwnAudience: () => true,
  })
  expect(verdict).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^JWT validation error: JWT Token is (missing|invalid)$/),
  })
})

test('a token that a running client made proves its id', () => {
  const token =
    'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWt0VUx1ZFR0QXNBaFJlZ1lQaVo2NjMxUlYzdml2MTJxZDRHUUY4ejF4QjIyUyIsInN1YiI6IjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIiLCJhdWQiOiJ3c3M6Ly9yZWxheS5leGFtcGxlIiwiaWF0IjoxNzAwMDAwMDAwLCJleHAiOjE3MDAwODY0MDB9.hDQX6B70wrD0qeZGP_P92YDPmEUZA_7E_mJigW2RrhlL0GcxnlPGbO2dnirFc84RAcWHFvQzYkMQ3aiHKwhaDw'
  const isOwnAudience = createAudienceCheck(['https://relay.example/'])
  expect(checkClientToken({ token, now: 1_700_000_000_000, isOwnAudience })).toEqual({
    ok: true,
    clientId: 'did:key:z6MktULudTtAsAhRegYPiZ6631RV3viv12qd4GQF8z1xB22S',
  })
  expect(checkClientToken({ token, now: 1_700_086_521_000, isOwnAudience })).toMatchObject({ kind: 'tokenExpired' })
})

test('a native client proves itself by the Authorization header', async () => {
  const { url } = await listenTestRelay()
  const authorization = `Bearer ${createTestToken(identity, { aud: url })}`
  expect(await tryToConnect(url, { projectId: 'shop', useOnCloseEvent: 'true' }, { authorization })).toBe('open')
})

test.each<[string, Record<string, string>, string | undefined, string, string]>([
  ['its own page', { projectId: 'shop' }, SHOP, 'open', 'open'],
  ['a program without an origin', { projectId: 'shop' }, undefined, 'open', 'open'],
  ['no project', {}, SHOP, '3000 Project ID is missing', '401 Project ID is missing'],
  [
    'an unknown project',
    { projectId: 'shopp' },
    SHOP,
    '3000 Unauthorized: invalid key',
    '401 Unauthorized: invalid key',
  ],
  ...[
    'http://shop.example',
    'https://shop.example.evil.test',
    'https://evilshop.example',
    'https://shop.example:8443',
    'null',
    '',
  ].map((origin): [string, Record<string, string>, string, string, string] => [
    `the origin "${origin}"`,
    { projectId: 'shop' },
    origin,
    '3000 Unauthorized: origin not allowed',
    '403 Unauthorized: origin not allowed',
  ]),
])('SEC-106: %s', async (_name, query, origin, closed, http) => {
  const { url } = await listenTestRelay()
  const auth = createTestToken(identity, { aud: url })
  const headers: Record<string, string> = origin === undefined ? {} : { origin }
  expect(await tryToConnect(url, { auth, ...query, useOnCloseEvent: 'true' }, headers)).toBe(closed)
  expect(await tryToConnect(url, { auth, ...query }, headers)).toBe(http)
})

test('a relay that asks for no project lets every page in, and attests its origin as one that it does not know', async () => {
  const { connect } = await listenTestRelay({ findProject: undefined })
  const app = await connect({ projectId: undefined, origin: 'https://anywhere.test' })
  const odd = await connect({ projectId: undefined, origin: 'null' })
  const wallet = await connect({ projectId: undefined })
  const topic = createTestTopic()
  await wallet.call('irn_subscribe', { topic })
  await app.publish(topic, 'one')
  await odd.publish(topic, 'two')
  const [one, two] = await wallet.delivered(2)
  expect(one?.params.data.relayAttestation).toBe('https://anywhere.test|false')
  expect(two?.params.data.relayAttestation).toBeUndefined()
})

test('messages of 200 kB and of almost a frame pass whole; a larger frame ends its socket with 1009 and no other', async () => {
  const { connect } = await listenTestRelay()
  const [app, wallet] = await Promise.all([connect(), connect()])
  const topic = createTestTopic()
  await wallet.call('irn_subscribe', { topic })
  const texts = ['x'.repeat(200_000), 'y'.repeat(1_048_000)]
  for (const text of texts) expect(await app.publish(topic, text)).toBe(true)
  expect((await wallet.delivered(2)).map(({ params }) => params.data.message)).toEqual(texts)
  app.send('z'.repeat(1_048_577))
  expect((await app.closed).code).toBe(1009)
  expect(await wallet.publish(topic, 'still')).toBe(true)
})

test('a binary frame ends its socket', async () => {
  const { connect } = await listenTestRelay()
  const client = await connect()
  client.socket.send(Buffer.from('{}'))
  expect((await client.closed).code).toBe(1003)
})

test('a socket that answers no ping is dropped, one that does stays', async () => {
  const { connect } = await listenTestRelay({ pingMs: 100 })
  const [dead, alive] = await Promise.all([connect(), connect()])
  let pings = 0
  alive.socket.on('ping', () => {
    pings += 1
  })
  dead.socket.pause()
  await new Promise<void>((resolve) => alive.socket.on('ping', () => pings > 4 && resolve()))
  expect(await alive.publish(createTestTopic(), 'alive')).toBe(true)
  dead.socket.resume()
  expect((await dead.closed).code).toBe(1006)
})

test('where it is configured, a socket without a subscription is closed as stale with 4008, one with is not', async () => {
  const { connect, time } = await listenTestRelay({ pingMs: 50, staleAfterMs: 60_000 })
  const [idle, used] = await Promise.all([connect(), connect()])
  await used.call('irn_subscribe', { topic: createTestTopic() })
  time.now += 60_001
  expect((await idle.closed).code).toBe(4008)
  expect(await used.publish(createTestTopic(), 'used')).toBe(true)
})

test('SEC-123: new sockets are limited by address and altogether, before their token is looked at', async () => {
  const rated = await listenTestRelay({ connections: { capacity: 2, refillPerSecond: 1 } })
  await rated.connect()
  await rated.connect()
  expect(await tryToConnect(rated.url, { auth: 'x', useOnCloseEvent: 'true' })).toBe('429 ')
  const small = await listenTestRelay({ maxSockets: 1 })
  await small.connect()
  expect(await tryToConnect(small.url, { auth: 'x', useOnCloseEvent: 'true' })).toBe(
    '503 RELAY_FULL: This relay has no socket left.',
  )
})

test('SEC-108: one address has its share of the sockets and no more, told with a code, and others come in', async () => {
  const { url, connect } = await listenTestRelay({
    maxSockets: 200,
    readClientKey: (_remote, forwarded) => forwarded ?? '',
  })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  for (let count = 0; count < 20; count += 1) await connect(from('192.0.2.1'))
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const refused = await tryToConnect(url, { auth: 'x', projectId: 'shop' }, headers)
  expect(refused).toBe('429 SHARE_USED_UP: Your network has used up its share of the sockets.')
  await connect(from('192.0.2.2'))
})

test('SEC-108: where all sockets are taken, the address that has most gives one up for a newcomer', async () => {
  const { connect, relay } = await listenTestRelay({
    maxSockets: 30,
    shares: { address: 1, project: 1 },
    readClientKey: (_remote, forwarded) => forwarded ?? '',
  })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const used = await connect(from('192.0.2.1'))
  await used.call('irn_subscribe', { topic: createTestTopic() })
  for (let count = 0; count < 29; count += 1) await connect(from('192.0.2.1'))
  const newcomer = await connect(from('192.0.2.2'))
  expect(await newcomer.publish(createTestTopic(), 'in')).toBe(true)
  expect(await used.publish(createTestTopic(), 'stillThere')).toBe(true)
  expect(relay.sockets()).toBe(30)
})

test('a reader that stops reading gets everything in order once it reads on, and holds up nobody meanwhile', async () => {
  const { connect } = await listenTestRelay()
  const [app, slow, quick] = await Promise.all([connect(), connect(), connect()])
  const topic = createTestTopic()
  for (const client of [slow, quick]) await client.call('irn_subscribe', { topic })
  slow.socket.pause()
  const texts = Array.from({ length: 40 }, (_, index) => `${index}-${'x'.repeat(500_000)}`)
  for (const text of texts) await app.publish(topic, text)
  const names = (client: TestClient) => client.deliveries.map(({ params }) => Number.parseInt(params.data.message, 10))
  await quick.delivered(texts.length)
  expect(names(quick)).toEqual(texts.map((_, index) => index))
  slow.socket.resume()
  await slow.delivered(texts.length)
  expect(names(slow)).toEqual(texts.map((_, index) => index))
})

test('a reader that stays away is closed, so that it connects again', async () => {
  const { connect, relay, time } = await listenTestRelay()
  const [app, slow] = await Promise.all([connect(), connect()])
  const topic = createTestTopic()
  await slow.call('irn_subscribe', { topic })
  slow.socket.pause()
  for (let index = 0; index < 20; index++) await app.publish(topic, 'x'.repeat(500_000))
  relay.dropSlow()
  time.now += 60_000
  relay.dropSlow()
  expect(relay.sockets()).toBe(1)
  slow.socket.resume()
  expect([4010, 1006]).toContain((await slow.closed).code)
})

test('at its end the relay answers what it took, tells everybody to go, and takes nobody new', async () => {
  const { connect, edge, url } = await listenTestRelay()
  const [app, wallet] = await Promise.all([connect(), connect()])
  const topic = createTestTopic()
  await wallet.call('irn_subscribe', { topic })
  const answers = Array.from({ length: 200 }, (_, index) =>
    app.publish(topic, `m${index}`).then(
      () => `m${index}`,
      () => undefined,
    ),
  )
  await answers[0]
  const closing = edge.close()
  expect(await tryToConnect(url, { auth: 'x', useOnCloseEvent: 'true' })).toBe('503 ')
  await closing
  expect(await app.closed).toEqual({ code: 1001, reason: 'Going away' })
  expect(await wallet.closed).toEqual({ code: 1001, reason: 'Going away' })
  const answered = (await Promise.all(answers)).filter((text) => text !== undefined)
  expect(answered.length).toBeGreaterThan(0)
  expect(wallet.deliveries.map(({ params }) => params.data.message)).toEqual(expect.arrayContaining(answered))
})

test('when it moves its clients elsewhere they hear 4010', async () => {
  const { connect, edge } = await listenTestRelay()
  const client = await connect()
  await edge.close('rebalancing')
  expect(await client.closed).toEqual({ code: 4010, reason: 'Rebalancing' })
})

test.each<[string, readonly string[], string, number]>([
  ['one that is not named', [], '198.51.100.7', 1],
  ['one that is not named, on the machine of its client', [], '127.0.0.1', 1],
  ['one that is named', ['127.0.0.0/8'], '198.51.100.7', 0],
  ['one that is named, on the machine of its client', ['127.0.0.0/8'], '127.0.0.1', 0],
])('the log says once that clients share the address of a proxy: %s', async (_name, trusted, client, times) => {
  const said: unknown[] = []
  const { url } = await listenTestRelay({
    readClientKey: createClientKey(trusted),
    warn: ({ event }) => said.push(event),
  })
  for (let round = 0; round < 2; round += 1) {
    const query = { projectId: 'shop', auth: createTestToken(identity, { aud: url }) }
    expect(await tryToConnect(url, query, { 'x-forwarded-for': client })).toBe('open')
  }
  expect(said.filter((event) => event === 'proxyNotTrusted')).toHaveLength(times)
})
