import { createHash } from 'node:crypto'
import { relayAttestationClaims, SIGN_METHODS } from '@latchkey/wire'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ADDRESS_UNDER_WAY } from './addressGates.ts'
import { CONTENDED_MS } from './contention.ts'
import { createRelay, REFUSALS_LIMIT, SLOW_READER_MS } from './createRelay.ts'
import { DELIVERY_WINDOW, HIGH_WATER_BYTES, subscriptionIdOf } from './deliveries.ts'
import type { EngineListener, StoredMessage } from './engine.ts'
import { PAGE_MESSAGES } from './mailbox.ts'
import { createTestTopic } from './testClient.ts'
import { connectInProcess, createTestRelay, type InProcessClient, settle } from './testRelay.ts'

const TOPIC = 'ab'.repeat(32)

test('a message reaches every other client on the topic, and not its publisher on any of its sockets', async () => {
  const { connect } = await createTestRelay()
  const [app, appAgain, wallet, other] = ['app', 'app', 'wallet', 'other'].map((clientId) => connect({ clientId }))
  for (const client of [app, appAgain, wallet, other]) await client?.subscribe(TOPIC)
  expect(await app?.publish(TOPIC, 'hello', { tag: 1100, attestation: 'a.b.c' })).toBe(true)
  await settle()
  expect([app, appAgain, wallet, other].map((client) => client?.messages)).toEqual([[], [], ['hello'], ['hello']])
  expect(wallet?.deliveries[0]).toEqual({
    id: expect.any(Number),
    jsonrpc: '2.0',
    method: 'irn_subscription',
    params: {
      id: subscriptionIdOf(TOPIC, 'wallet'),
      data: {
        topic: TOPIC,
        message: 'hello',
        publishedAt: Date.UTC(2026, 2, 1),
        tag: 1100,
        attestation: 'a.b.c',
      },
    },
  })
  expect(String(wallet?.deliveries[0]?.id).length).toBeLessThanOrEqual(16)
})

test('published vector: the subscription id is the hash of topic and client id', () => {
  expect(
    subscriptionIdOf(
      '59c972aedb6c86a0b0671be5ab622856e50ac00d51dc80c084e3b2a2f035d434',
      'did:key:z6MktULudTtAsAhRegYPiZ6631RV3viv12qd4GQF8z1xB22S',
    ),
  ).toBe('6e772688b7a28d95426173a571fbe5c53b5d8a07726c51d44d91ffaa2162a7d2')
})

test('a publish is answered before its message is delivered, also while the reader still reads its mailbox', async () => {
  const { relay } = await createTestRelay()
  const order: string[] = []
  const socket = (name: string) => ({
    send: (text: string) => order.push(`${name} ${text.includes('irn_subscription') ? 'delivery' : 'answer'}`),
    close: () => undefined,
    waitingBytes: () => 0,
    pause: () => undefined,
    resume: () => undefined,
  })
  const app = relay.connect({ clientId: 'app', address: '' }, socket('app'))
  const wallet = relay.connect({ clientId: 'wallet', address: '' }, socket('wallet'))
  const ask = (method: string, params: object) => JSON.stringify({ id: '1', jsonrpc: '2.0', method, params })
  const publish = ask('irn_publish', { topic: TOPIC, message: 'm', ttl: 300, tag: 1 })
  wallet.onFrame(ask('irn_subscribe', { topic: TOPIC }))
  app.onFrame(publish)
  await settle()
  app.onFrame(publish)
  await settle()
  expect(order).toEqual(['wallet answer', 'app answer', 'wallet delivery', 'app answer', 'wallet delivery'])
})

test('what was published before the subscription comes after its answer, oldest first', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  for (const text of ['one', 'two', 'three']) await app.publish(TOPIC, text)
  const wallet = connect({ clientId: 'wallet' })
  expect(await wallet.subscribe(TOPIC)).toBe(subscriptionIdOf(TOPIC, 'wallet'))
  await settle()
  expect(JSON.parse(wallet.frames[0] ?? '')).toHaveProperty('result')
  expect(wallet.messages).toEqual(['one', 'two', 'three'])
})

test('a message comes again after a reconnect until it was acknowledged, and then no more', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  const deaf = connect({ clientId: 'wallet' }, false)
  await deaf.subscribe(TOPIC)
  await app.publish(TOPIC, 'hello')
  await settle()
  expect(deaf.messages).toEqual(['hello'])
  deaf.end()
  const wallet = connect({ clientId: 'wallet' })
  await wallet.subscribe(TOPIC)
  await settle()
  expect(wallet.messages).toEqual(['hello'])
  wallet.end()
  const again = connect({ clientId: 'wallet' })
  await again.subscribe(TOPIC)
  await settle()
  expect(again.messages).toEqual([])
})

test('one client on two sockets: the first acknowledgement counts for both', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  const quick = connect({ clientId: 'wallet' })
  const slow = connect({ clientId: 'wallet' }, false)
  for (const client of [quick, slow]) await client.subscribe(TOPIC)
  await app.publish(TOPIC, 'hello')
  await settle()
  expect([quick.messages, slow.messages]).toEqual([['hello'], ['hello']])
  slow.end()
  const third = connect({ clientId: 'wallet' })
  await third.subscribe(TOPIC)
  await settle()
  expect(third.messages).toEqual([])
})

test('an error in place of an acknowledgement leaves the message for the next connection', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  const failing = connect({ clientId: 'wallet' }, false)
  await failing.subscribe(TOPIC)
  await app.publish(TOPIC, 'hello')
  await settle()
  failing.send(JSON.stringify({ id: failing.deliveries[0]?.id, jsonrpc: '2.0', error: { code: 1, message: 'busy' } }))
  failing.end()
  const wallet = connect({ clientId: 'wallet' })
  await wallet.subscribe(TOPIC)
  await settle()
  expect(wallet.messages).toEqual(['hello'])
})

test('an acknowledgement may carry its number as a text', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  const wallet = connect({ clientId: 'wallet' }, false)
  await wallet.subscribe(TOPIC)
  await app.publish(TOPIC, 'hello')
  await settle()
  wallet.send(JSON.stringify({ id: String(wallet.deliveries[0]?.id), jsonrpc: '2.0', result: true }))
  wallet.end()
  const again = connect({ clientId: 'wallet' })
  await again.subscribe(TOPIC)
  await settle()
  expect(again.messages).toEqual([])
})

test('a message whose time has run out is delivered to nobody, and no time is longer than the limit', async () => {
  const { connect, time, mailbox } = await createTestRelay({ limits: { maxTtlSeconds: 1_000 } })
  const app = connect({ clientId: 'app' })
  await app.publish(TOPIC, 'short', { ttl: 300 })
  await app.publish(TOPIC, 'long', { ttl: 1e15 })
  time.now += 300_000
  const wallet = connect({ clientId: 'wallet' })
  await wallet.subscribe(TOPIC)
  await settle()
  expect(wallet.messages).toEqual(['long'])
  time.now += 700_000
  await mailbox.expire(time.now)
  expect(await mailbox.size()).toEqual({ messages: 0, bytes: 0, holdings: [] })
})

test('nothing more comes on a topic after it was unsubscribed; an unknown one is answered the same', async () => {
  const { connect } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  const id = await wallet.subscribe(TOPIC)
  expect((await wallet.call('irn_unsubscribe', { topic: TOPIC, id })).result).toBe(true)
  expect((await wallet.call('irn_unsubscribe', { topic: createTestTopic(), id })).result).toBe(true)
  await app.publish(TOPIC, 'hello')
  await settle()
  expect(wallet.messages).toEqual([])
})

test('batches subscribe, publish and unsubscribe, with ids in order', async () => {
  const { connect } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  const topics = [createTestTopic(), createTestTopic(), createTestTopic()]
  expect((await wallet.call('irn_batchSubscribe', { topics })).result).toEqual(
    topics.map((topic) => subscriptionIdOf(topic, 'wallet')),
  )
  const messages = topics.map((topic, index) => ({ topic, message: `m${index}`, ttl: 300, prompt: true, tag: 1 }))
  expect((await app.call('irn_batchPublish', { messages })).result).toBe(true)
  await settle()
  expect(wallet.messages).toEqual(['m0', 'm1', 'm2'])
  const subscriptions = topics.slice(1).map((topic) => ({ topic, id: subscriptionIdOf(topic, 'wallet') }))
  expect((await wallet.call('irn_batchUnsubscribe', { subscriptions })).result).toBe(true)
  await app.call('irn_batchPublish', { messages })
  await settle()
  expect(wallet.messages).toEqual(['m0', 'm1', 'm2', 'm0'])
})

test('messages are fetched without a subscription, until they were received by their hash', async () => {
  const { connect } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  const other = createTestTopic()
  await app.publish(TOPIC, 'one', { tag: 7 })
  await app.publish(other, 'two')
  expect((await wallet.call('irn_fetchMessages', { topic: TOPIC })).result).toEqual({
    messages: [{ topic: TOPIC, message: 'one', publishedAt: expect.any(Number), tag: 7, attestation: '' }],
    hasMore: false,
  })
  const receipt = { topic: TOPIC, messageId: createHash('sha256').update('one').digest('hex') }
  expect((await wallet.call('irn_batchReceive', { receipts: [receipt] })).result).toBe(true)
  expect((await wallet.call('irn_batchFetchMessages', { topics: [TOPIC, other] })).result).toMatchObject({
    messages: [{ message: 'two' }],
  })
})

test('wc_proposeSession publishes the proposal and subscribes its caller to the pairing topic', async () => {
  const { connect } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  const proposal = {
    pairingTopic: TOPIC,
    sessionProposal: 'proposal',
    attestation: '',
    correlationId: 1795221319761531,
  }
  expect((await app.call('wc_proposeSession', proposal)).result).toBe(true)
  await wallet.subscribe(TOPIC)
  await wallet.publish(TOPIC, 'answer')
  await settle()
  expect(wallet.deliveries[0]?.params.data).toMatchObject({
    message: 'proposal',
    tag: SIGN_METHODS.wc_sessionPropose.request.tag,
    attestation: '',
  })
  expect(app.messages).toEqual(['answer'])
})

test('wc_approveSession publishes the answer, then the settlement, and subscribes its caller to the session topic', async () => {
  const { connect } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  const session = createTestTopic()
  await app.call('irn_batchSubscribe', { topics: [TOPIC, session] })
  const approval = {
    sessionTopic: session,
    pairingTopic: TOPIC,
    sessionProposalResponse: 'answer',
    sessionSettlementRequest: 'settlement',
    approvedChains: ['eip155:1'],
    correlationId: 1,
  }
  expect((await wallet.call('wc_approveSession', approval)).result).toBe(true)
  await app.publish(session, 'settled')
  await settle()
  expect(app.deliveries.map(({ params }) => [params.data.message, params.data.tag])).toEqual([
    ['answer', SIGN_METHODS.wc_sessionPropose.answer.tag],
    ['settlement', SIGN_METHODS.wc_sessionSettle.request.tag],
  ])
  expect(wallet.messages).toEqual(['settled'])
})

test('attestation: what was sent is passed on, none sent is the empty text, ours stands beside it for what wallets ask about', async () => {
  const { connect } = await createTestRelay({
    attest: (message, origin) => `${message}|${origin.text}|${origin.isVerified}`,
  })
  const page = connect({ clientId: 'app', origin: { text: 'https://shop.example', isVerified: true } })
  const program = connect({ clientId: 'tool' })
  const wallet = connect({ clientId: 'wallet' })
  await wallet.subscribe(TOPIC)
  await page.publish(TOPIC, 'one', { tag: 1108, attestation: 'x.y.z' })
  await page.publish(TOPIC, 'two', { tag: 1109 })
  await program.publish(TOPIC, 'three', { tag: 1108, attestation: null })
  await page.call('wc_proposeSession', { pairingTopic: TOPIC, sessionProposal: 'four' })
  await settle()
  expect(
    wallet.deliveries.map(({ params: { data } }) => [data.message, data.attestation, data.relayAttestation]),
  ).toEqual([
    ['one', 'x.y.z', 'one|https://shop.example|true'],
    ['two', '', undefined],
    ['three', '', undefined],
    ['four', '', 'four|https://shop.example|true'],
  ])
  expect(v.safeParse(relayAttestationClaims, {}).success).toBe(false)
})

test.each([
  ['no JSON', '{"id":1,', 'null', -32700],
  ['an empty frame', '', 'null', -32700],
  ['a list', '[{"id":1,"jsonrpc":"2.0","method":"irn_publish"}]', 'null', -32600],
  ['no id', '{"jsonrpc":"2.0","method":"irn_subscribe","params":{}}', 'null', -32600],
  ['an id of an unheard-of kind', '{"id":{"a":1},"method":"irn_subscribe"}', 'null', -32600],
  ['an id without end', `{"id":"${'9'.repeat(500)}","method":"irn_subscribe"}`, 'null', -32600],
  ['neither call nor answer', '{"id":7,"jsonrpc":"2.0"}', '7', -32600],
  ['an unknown method', '{"id":1795221319761663489,"method":"irn_dance","params":{}}', '1795221319761663489', -32601],
  ['a method of every object', '{"id":1,"method":"toString","params":{}}', '1', -32601],
  ['no parameters', '{"id":"a","method":"irn_publish"}', '"a"', -32602],
  [
    'a topic that is none',
    `{"id":"a","method":"irn_subscribe","params":{"topic":"${'AB'.repeat(32)}"}}`,
    '"a"',
    -32602,
  ],
  ['push messages', '{"id":"a","method":"irn_watchRegister","params":{"registerAuth":"x"}}', '"a"', -32004],
])('%s is answered with a coded error and the socket serves on', async (_name, frame, id, code) => {
  const { connect } = await createTestRelay()
  const client = connect({ clientId: 'app' })
  client.send(frame)
  await settle()
  expect(client.frames[0]).toMatch(new RegExp(`^\\{"id":${id},"jsonrpc":"2.0","error":\\{"code":${code},`))
  expect(await client.publish(TOPIC, 'still')).toBe(true)
})

test.each([
  [
    'too many topics in a batch',
    'irn_batchSubscribe',
    { topics: Array.from({ length: 501 }, createTestTopic) },
    -32602,
  ],
  ['too many receipts', 'irn_batchReceive', { receipts: Array(501).fill({ topic: TOPIC, messageId: TOPIC }) }, -32602],
  ['a message with a line break', 'irn_publish', { topic: TOPIC, message: 'a\nb', ttl: 300, tag: 1 }, -32602],
  ['half a letter', 'irn_publish', { topic: TOPIC, message: '\ud800', ttl: 300, tag: 1 }, -32602],
  ['an empty message', 'irn_publish', { topic: TOPIC, message: '', ttl: 300, tag: 1 }, -32602],
  ['a ttl that has run out', 'irn_publish', { topic: TOPIC, message: 'a', ttl: 0, tag: 1 }, -32602],
])('%s is refused', async (_name, method, params, code) => {
  const { connect } = await createTestRelay()
  expect((await connect({ clientId: 'app' }).call(method, params)).error?.code).toBe(code)
})

test('SEC-123: topics are limited by client, over all of its sockets', async () => {
  const { connect } = await createTestRelay({ limits: { maxTopicsPerClient: 3 } })
  const [one, two, other] = ['app', 'app', 'other'].map((clientId) => connect({ clientId }))
  const topics = [createTestTopic(), createTestTopic()]
  await one?.call('irn_batchSubscribe', { topics })
  expect((await two?.call('irn_batchSubscribe', { topics }))?.error?.code).toBe(-32005)
  expect((await two?.call('irn_subscribe', { topic: topics[0] }))?.result).toBeTypeOf('string')
  expect((await one?.call('wc_proposeSession', { pairingTopic: TOPIC, sessionProposal: 'x' }))?.error?.code).toBe(
    -32005,
  )
  expect((await one?.call('irn_subscribe', { topic: topics[0] }))?.result).toBeTypeOf('string')
  expect((await other?.call('irn_batchSubscribe', { topics }))?.result).toHaveLength(2)
})

test('SEC-123: calls are limited by client and by address, every message of a batch counts, and time gives them back', async () => {
  const { connect, time } = await createTestRelay({
    limits: { calls: { capacity: 3, refillPerSecond: 1 }, callsPerAddress: { capacity: 5, refillPerSecond: 1 } },
  })
  const app = connect({ clientId: 'app', address: '192.0.2.1' })
  const neighbour = connect({ clientId: 'neighbour', address: '192.0.2.1' })
  const batch = { messages: Array(3).fill({ topic: TOPIC, message: 'm', ttl: 300, tag: 1 }) }
  expect((await app.call('irn_batchPublish', batch)).result).toBe(true)
  expect((await app.call('irn_subscribe', { topic: TOPIC })).error?.code).toBe(-32005)
  expect((await neighbour.call('irn_batchPublish', batch)).error?.code).toBe(-32005)
  time.now += 1_000
  expect((await app.call('irn_subscribe', { topic: TOPIC })).result).toBeTypeOf('string')
})

test('SEC-123: one address cannot fill the mailbox that all share, whatever clients it plays', async () => {
  const bytesPerAddress = { capacity: 250_000, refillPerSecond: 100_000 }
  const { connect, time } = await createTestRelay({ limits: { bytesPerAddress } })
  const ask = (name: string, address = '192.0.2.1') =>
    connect({ clientId: name, address }).call('irn_publish', {
      topic: TOPIC,
      message: 'x'.repeat(100_000),
      ttl: 300,
      tag: 1,
    })
  expect((await ask('one')).result).toBe(true)
  expect((await ask('two')).result).toBe(true)
  expect((await ask('three')).error?.code).toBe(-32005)
  expect((await ask('elsewhere', '192.0.2.2')).result).toBe(true)
  time.now += 1_000
  expect((await ask('four')).result).toBe(true)
})

test('SEC-123: large frames count for more, and whoever sends nothing but junk is closed', async () => {
  const { connect } = await createTestRelay({ limits: { calls: { capacity: 20, refillPerSecond: 1 } } })
  const app = connect({ clientId: 'app' })
  expect(await app.publish(TOPIC, 'x'.repeat(1_000_000))).toBe(true)
  const again = await app.call('irn_publish', { topic: TOPIC, message: 'x'.repeat(1_000_000), ttl: 300, tag: 1 })
  expect(again.error?.code).toBe(-32005)
  const junk = connect({ clientId: 'junk' })
  for (let index = 0; index < 20; index++) junk.send(index % 2 === 0 ? '{' : '{"id":1,"result":true}')
  expect(junk.closed()).toBeUndefined()
  junk.send('{')
  expect(junk.closed()).toBe(1013)
  expect(junk.frames).toHaveLength(10)
})

test('a client that leaves sockets behind keeps its newest sixteen', async () => {
  const { connect } = await createTestRelay()
  const clients = Array.from({ length: 18 }, () => connect({ clientId: 'phone' }))
  expect(clients.map((client) => client.closed())).toEqual([1013, 1013, ...Array(16).fill(undefined)])
  expect(await clients.at(-1)?.publish(TOPIC, 'hello')).toBe(true)
})

test('a reader that acknowledges nothing gets a window of messages, and the rest in order once it does', async () => {
  const { connect } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' }, false)]
  await wallet.subscribe(TOPIC)
  const texts = Array.from({ length: DELIVERY_WINDOW + 100 }, (_, index) => `m${index}`)
  await Promise.all(texts.map((text) => app.publish(TOPIC, text)))
  await settle()
  expect(wallet.messages).toEqual(texts.slice(0, DELIVERY_WINDOW))
  for (const delivery of [...wallet.deliveries]) wallet.acknowledge(delivery)
  await settle()
  expect(wallet.messages).toEqual(texts)
})

test('a message of which another process tells after the mailbox was read is delivered once', async () => {
  const { connect, tellAgain } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  await wallet.subscribe(TOPIC)
  for (const text of ['one', 'two']) await app.publish(TOPIC, text)
  await settle()
  tellAgain()
  await settle()
  expect(wallet.messages).toEqual(['one', 'two'])
})

test('a message that another process commits before the page that is being read comes with the next look', async () => {
  const { relay, openRelay } = await createTestRelay()
  const listeners: EngineListener[] = []
  const rows = Array.from({ length: PAGE_MESSAGES + 2 }, (_, index): StoredMessage => {
    const more = { tag: 1, attestation: '', relayAttestation: '', publishedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER }
    return { row: index + 1, topic: TOPIC, message: `m${index + 1}`, publisher: 'app', ...more }
  })
  const late = rows[2]
  const visible = new Set(rows.filter((one) => one !== late))
  const received = new Set<number>()
  const other = openRelay({
    ...relay.engine,
    listen: (listener) => {
      listeners.push(listener)
    },
    receive: (_clientId, row) => {
      received.add(row)
    },
    readPending: async ({ afterRow }) => {
      const found = rows.filter((one) => one.row > afterRow && visible.has(one) && !received.has(one.row))
      const messages = found.slice(0, PAGE_MESSAGES)
      if (late !== undefined && !visible.has(late)) {
        visible.add(late)
        for (const { onTopic } of listeners) onTopic(TOPIC)
      }
      return { messages, nextRow: found.length > PAGE_MESSAGES ? messages.at(-1)?.row : undefined }
    },
  })
  const wallet = connectInProcess(other, { clientId: 'wallet' })
  await wallet.subscribe(TOPIC)
  await settle()
  expect(new Set(wallet.messages)).toEqual(new Set(rows.map(({ message }) => message)))
})

test('a socket that takes no more is left alone until it does, in order, and is closed with 4010 when it stays so', async () => {
  const { connect, relay, time } = await createTestRelay()
  const [app, wallet] = [connect({ clientId: 'app' }), connect({ clientId: 'wallet' })]
  await wallet.subscribe(TOPIC)
  await app.publish(TOPIC, 'one')
  await settle()
  wallet.setWaiting(HIGH_WATER_BYTES)
  for (const text of ['two', 'three']) await app.publish(TOPIC, text)
  await settle()
  expect(wallet.messages).toEqual(['one'])
  wallet.setWaiting(0)
  await app.publish(TOPIC, 'four')
  await settle()
  expect(wallet.messages).toEqual(['one', 'two', 'three', 'four'])

  wallet.setWaiting(HIGH_WATER_BYTES)
  relay.dropSlow()
  time.now += SLOW_READER_MS - 1
  relay.dropSlow()
  expect(wallet.closed()).toBeUndefined()
  time.now += 1
  relay.dropSlow()
  expect(wallet.closed()).toBe(4010)
})

test('a mailbox that fails is an internal error to the caller, and the next call works', async () => {
  const { connect, mailbox } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  mailbox.fails = 1
  const failed = await app.call('irn_publish', { topic: TOPIC, message: 'm', ttl: 300, tag: 1 })
  expect(failed.error).toEqual({ code: -32603, message: 'Internal error' })
  expect(await app.publish(TOPIC, 'm')).toBe(true)
})

test('what was acknowledged to its publisher is there after a restart', async () => {
  const { connect, restart } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  await app.publish(TOPIC, 'before')
  const wallet = (await restart())({ clientId: 'wallet' })
  await wallet.subscribe(TOPIC)
  await settle()
  expect(wallet.messages).toEqual(['before'])
})

test('ids come back to the byte: any text, any number, any spacing, wherever they stand in the frame', async () => {
  const { connect } = await createTestRelay()
  const client = connect({ clientId: 'app' })
  const rawId = fc.oneof(
    fc.string({ maxLength: 30, unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }).map(String),
    fc.constantFrom('1795221319761663489', '"1795221319761663488"', '1e3', '0.10', '-0', '"\\u0069d"', '"a\\"b\\\\"'),
  )
  const space = fc.constantFrom('', ' ', '\n', '\t ', '\r\n')
  const member = fc
    .tuple(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }))
    .filter(([key]) => !RESERVED.includes(key))
  await fc.assert(
    fc.asyncProperty(rawId, space, fc.array(member, { maxLength: 4 }), fc.nat(6), async (id, gap, more, place) => {
      const members = [
        `"jsonrpc":"2.0"`,
        `"method":${gap}"irn_unsubscribe"`,
        `"params":{"topic":"${TOPIC}","id":"inner","more":[{"id":"deeper"}]}`,
        ...more.map(([key, value]) => `${JSON.stringify(key)}:${gap}${JSON.stringify(value)}`),
      ]
      members.splice(place % (members.length + 1), 0, `"id"${gap}:${gap}${id}${gap}`)
      client.frames.length = 0
      client.send(`${gap}{${gap}${members.join(`${gap},${gap}`)}${gap}}${gap}`)
      await new Promise((resolve) => setImmediate(resolve))
      expect(client.frames).toEqual([`{"id":${id},"jsonrpc":"2.0","result":true}`])
    }),
    { numRuns: 300 },
  )
})

const RESERVED = ['id', 'jsonrpc', 'method', 'params', '__proto__']

test('no frame at all throws, or keeps the next one from being answered', async () => {
  const { connect } = await createTestRelay()
  const client = connect({ clientId: 'app' })
  const frame = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record(
        {
          id: fc.jsonValue(),
          jsonrpc: fc.constant('2.0'),
          method: fc.constantFrom(
            'irn_publish',
            'irn_batchPublish',
            'irn_batchReceive',
            'wc_approveSession',
            '__proto__',
          ),
          params: fc.jsonValue(),
          result: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(frame, async (text) => {
      client.send(text)
      expect((await client.call('irn_unsubscribe', { topic: TOPIC, id: 'x' })).result).toBe(true)
    }),
    { numRuns: 500 },
  )
})

/** What a client of the model does. */
type Step =
  | { kind: 'publish'; who: number; topic: number }
  | { kind: 'subscribe' | 'unsubscribe'; who: number; topic: number }
  | { kind: 'acknowledge'; who: number; count: number }
  | { kind: 'reconnect'; who: number }
  | { kind: 'stall' | 'flow'; who: number }
  | { kind: 'restart' }

test('whatever clients do: nothing acknowledged is lost, order holds along a topic, nobody hears himself', async () => {
  const CLIENTS = 3
  const TOPICS = 2
  const who = fc.nat(CLIENTS - 1)
  const topic = fc.nat(TOPICS - 1)
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('publish' as const), who, topic }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('subscribe' as const), who, topic }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), who, topic }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('acknowledge' as const), who, count: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('reconnect' as const), who }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('stall' as const, 'flow' as const), who }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 40 }), async (steps) => {
      const world = await createTestRelay()
      let connect = world.connect
      const topics = Array.from({ length: TOPICS }, createTestTopic)
      const join = (index: number) => connect({ clientId: `client${index}` }, false)
      let clients: InProcessClient[] = Array.from({ length: CLIENTS }, (_, index) => join(index))
      /** Texts answered with true, by topic, in order, with their publisher. */
      const published = topics.map((): { text: string; by: number }[] => [])
      /** What each client acknowledged, and what it saw since it connected. */
      const acknowledged = clients.map(() => new Set<string>())
      let count = 0
      const under: Promise<unknown>[] = []
      const checkSeen = (index: number) => {
        for (const [place, name] of topics.entries()) {
          const seen = (clients[index]?.deliveries ?? []).filter(({ params }) => params.data.topic === name)
          const order = seen.map(({ params }) => Number(params.data.message.slice(1)))
          expect(new Set(order).size).toBe(order.length)
          const unsubscribed = steps.some(([each]) => each.kind === 'unsubscribe')
          if (!unsubscribed) expect(order).toEqual([...order].sort((one, other) => one - other))
          for (const text of seen.map(({ params }) => params.data.message)) {
            expect(published[place]?.find((each) => each.text === text)?.by).not.toBe(index)
          }
        }
      }
      for (const [action, waits] of steps) {
        const client = 'who' in action ? clients[action.who] : undefined
        if (action.kind === 'publish') {
          count += 1
          const text = `m${count}`
          const entry = { text, by: action.who }
          published[action.topic]?.push(entry)
          under.push(
            client?.publish(topics[action.topic] ?? '', text).then((answer) => expect(answer).toBe(true)) ??
              Promise.resolve(),
          )
        } else if (action.kind === 'subscribe')
          under.push(client?.subscribe(topics[action.topic] ?? '') ?? Promise.resolve())
        else if (action.kind === 'unsubscribe') {
          under.push(client?.call('irn_unsubscribe', { topic: topics[action.topic], id: 'x' }) ?? Promise.resolve())
        } else if (action.kind === 'acknowledge') {
          for (const delivery of (client?.deliveries ?? []).slice(0, action.count)) {
            client?.acknowledge(delivery)
            acknowledged[action.who]?.add(delivery.params.data.message)
          }
        } else if (action.kind === 'stall') client?.setWaiting(HIGH_WATER_BYTES)
        else if (action.kind === 'flow') client?.setWaiting(0)
        else if (action.kind === 'reconnect') {
          await Promise.all(under.splice(0))
          checkSeen(action.who)
          client?.end()
          clients[action.who] = join(action.who)
        } else {
          await Promise.all(under.splice(0))
          for (const [index, each] of clients.entries()) {
            checkSeen(index)
            each.end()
          }
          connect = await world.restart()
          clients = clients.map((_, index) => join(index))
        }
        if (waits) await settle()
      }
      await Promise.all(under.splice(0))
      for (const [index, client] of clients.entries()) {
        checkSeen(index)
        client.end()
      }
      // At the end everybody comes back and reads everything.
      for (const index of clients.keys()) {
        const reader = join(index)
        for (const name of topics) await reader.subscribe(name)
        await settle()
        for (const [place, name] of topics.entries()) {
          const seen = reader.deliveries
            .filter(({ params }) => params.data.topic === name)
            .map(({ params }) => params.data.message)
          const owed = (published[place] ?? []).filter(
            ({ by, text }) => by !== index && !acknowledged[index]?.has(text),
          )
          expect(seen).toEqual(owed.map(({ text }) => text))
        }
        reader.end()
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('fetched messages are about a page, however many topics are asked for, and none while answers wait unread', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  const topics = Array.from({ length: 8 }, createTestTopic)
  for (const topic of topics) await app.publish(topic, 'x'.repeat(400_000))
  const wallet = connect({ clientId: 'wallet' })
  const { result } = await wallet.call('irn_batchFetchMessages', { topics })
  const fetched = v.parse(v.object({ messages: v.array(v.unknown()), hasMore: v.boolean() }), result)
  expect(fetched).toMatchObject({ hasMore: true })
  expect(fetched.messages).toHaveLength(3)
  wallet.setWaiting(HIGH_WATER_BYTES)
  expect(await wallet.call('irn_batchFetchMessages', { topics })).toMatchObject({ error: { code: -32005 } })
})

test('a client that goes on beyond its limits is closed (SEC-123)', async () => {
  const { connect } = await createTestRelay({ limits: { calls: { capacity: 10, refillPerSecond: 1 } } })
  const flood = connect({ clientId: 'flood' })
  let calls = 0
  // What one address has under way is limited too, so those within the limit are answered first.
  for (; calls < 10; calls++) await flood.call('irn_unsubscribe', { topic: TOPIC })
  for (; flood.closed() === undefined && calls < 5000; calls++) void flood.call('irn_unsubscribe', { topic: TOPIC })
  expect(flood.closed()).toBe(1013)
  expect(calls).toBe(10 + REFUSALS_LIMIT + 1)
})

test('a reader that takes nothing has the mailbox read for no more than it could take', async () => {
  const { relay } = await createTestRelay()
  let reads = 0
  const counted = createRelay({
    engine: {
      ...relay.engine,
      readPending: (question) => {
        reads += 1
        return relay.engine.readPending(question)
      },
    },
    clock: { now: () => Date.UTC(2026, 2, 1) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: {
      maxTtlSeconds: 86_400,
      maxTopicsPerClient: 1_000,
      calls: { capacity: 1_000_000, refillPerSecond: 1 },
      callsPerAddress: { capacity: 1_000_000, refillPerSecond: 1 },
      bytesPerAddress: { capacity: 1_000_000_000, refillPerSecond: 1 },
      pacePerAddress: { capacity: 1_000_000_000, refillPerSecond: 1 },
    },
  })
  const topics = Array.from({ length: 300 }, createTestTopic)
  const app = connectInProcess(counted, { clientId: 'app' })
  for (const topic of topics) await app.publish(topic, 'x'.repeat(10_000))
  const wallet = connectInProcess(counted, { clientId: 'wallet' })
  wallet.setWaiting(HIGH_WATER_BYTES)
  await wallet.call('irn_batchSubscribe', { topics })
  await settle()
  expect(reads).toBe(0)
  wallet.setWaiting(0)
  await settle()
  expect([...wallet.messages]).toHaveLength(300)
  expect(reads).toBe(300)
})

test('SEC-107: a frame that nests 200,000 levels deep is answered or let go, and the next one is served', async () => {
  const { connect } = await createTestRelay()
  const app = connect({ clientId: 'app' })
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  for (const text of [
    deep,
    `{"id":1,"jsonrpc":"2.0","result":${deep}}`,
    `{"id":2,"jsonrpc":"2.0","method":"irn_publish","params":${deep}}`,
    `{"id":3,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${TOPIC}","more":${deep}}}`,
    `{"id":${deep},"jsonrpc":"2.0","method":"irn_publish","params":{}}`,
  ]) {
    app.send(text)
  }
  await settle()
  expect(app.closed()).toBeUndefined()
  expect(await app.publish(TOPIC, 'next')).toBe(true)
})

test('SEC-108: sockets of one address wait for each other and all have their turn; those of another do not wait', async () => {
  const { connect } = await createTestRelay()
  const crowd = Array.from({ length: 3 * ADDRESS_UNDER_WAY }, (_, index) =>
    connect({ clientId: `crowd${index}`, address: '192.0.2.9' }),
  )
  let answered = 0
  const publishing = crowd.flatMap((client) =>
    Array.from({ length: 20 }, async () => {
      expect(await client.publish(createTestTopic(), 'm')).toBe(true)
      answered += 1
    }),
  )
  const other = connect({ clientId: 'other', address: '192.0.2.10' })
  expect(await other.publish(TOPIC, 'm')).toBe(true)
  expect(answered).toBeLessThanOrEqual(2 * ADDRESS_UNDER_WAY)
  await Promise.all(publishing)
  expect(answered).toBe(crowd.length * 20)
  // Nobody waits any more.
  for (const client of crowd) expect(await client.publish(createTestTopic(), 'm')).toBe(true)
})

test('SEC-108: while others are there an address goes on at its pace, and waits unread for what is more; alone it goes as fast as it can', async () => {
  const pacePerAddress = { capacity: 20 * 512, refillPerSecond: 100 * 512 }
  const { connect, time } = await createTestRelay({ limits: { pacePerAddress } })
  const crowd = Array.from({ length: 10 }, (_, index) => connect({ clientId: `c${index}`, address: '192.0.2.9' }))
  const other = connect({ clientId: 'other', address: '192.0.2.10' })
  let answered = 0
  const flood = (each: number) =>
    Promise.all(
      crowd.map((client) =>
        Promise.all(
          Array.from({ length: each }, async () => {
            expect(await client.publish(createTestTopic(), 'm')).toBe(true)
            answered += 1
          }),
        ),
      ),
    )
  // Alone: nothing waits.
  await flood(5)
  expect(answered).toBe(50)
  // The other comes: what the flooder has used up counts, and its own calls pass at once.
  expect(await other.publish(TOPIC, 'm')).toBe(true)
  answered = 0
  const flooding = flood(20)
  await settle()
  const before = answered
  expect(before).toBeLessThanOrEqual(ADDRESS_UNDER_WAY)
  for (let second = 1; second <= 2; second += 1) {
    time.now += CONTENDED_MS - 1
    for (let call = 0; call < 10; call += 1) expect(await other.publish(TOPIC, 'm')).toBe(true)
    await expect.poll(() => answered).toBeGreaterThanOrEqual(before + 20 * second - ADDRESS_UNDER_WAY)
    await settle()
    // No more than was saved up, however long the time was.
    expect(answered).toBeLessThanOrEqual(before + (20 + ADDRESS_UNDER_WAY) * second)
  }
  // The other is gone: the rest passes, and nothing was refused.
  time.now += CONTENDED_MS
  await flooding
  expect(answered).toBe(200)
})

test('SEC-108: an address that is alone has more and more under way, and no more than usual once another is there', async () => {
  const { connect, mailbox } = await createTestRelay()
  const crowd = Array.from({ length: 10 }, (_, index) => connect({ clientId: `crowd${index}`, address: '192.0.2.9' }))
  const flood = () =>
    crowd.flatMap((client) => Array.from({ length: 60 }, () => client.publish(createTestTopic(), 'm')))
  await Promise.all(flood())
  expect(mailbox.batches[0]).toBe(ADDRESS_UNDER_WAY)
  expect(Math.max(...mailbox.batches)).toBeGreaterThan(10 * ADDRESS_UNDER_WAY)
  const other = connect({ clientId: 'other', address: '192.0.2.10' })
  await other.publish(TOPIC, 'm')
  mailbox.batches.length = 0
  await Promise.all([...flood(), other.publish(TOPIC, 'm')])
  expect(Math.max(...mailbox.batches)).toBeLessThanOrEqual(ADDRESS_UNDER_WAY + 1)
})

test('SEC-108: an address beyond its limits is read on one socket after the other, each with a rest before it', async () => {
  const { connect } = await createTestRelay({ limits: { callsPerAddress: { capacity: 10, refillPerSecond: 1 } } })
  const clients = Array.from({ length: 4 }, (_, index) => connect({ clientId: `client${index}` }))
  const [first, second] = clients
  for (let call = 0; call < 10; call += 1) await first?.call('irn_unsubscribe', { topic: TOPIC })
  const ask = (client: InProcessClient | undefined) => client?.call('irn_unsubscribe', { topic: TOPIC })
  const refused = { error: { code: -32005, data: { code: 'RATE_LIMITED' } } }
  expect(await ask(first)).toMatchObject(refused)
  const before = performance.now()
  expect(await ask(first)).toMatchObject(refused)
  expect(performance.now() - before).toBeGreaterThan(40)
  const both = await Promise.all([ask(first), ask(second), ask(second)])
  for (const answer of both) expect(answer).toMatchObject(refused)
})
