import { describe, expect, it } from 'vitest'
import {
  createJumpingClock,
  createTestPair,
  testAsked,
  testGranted,
} from '../../../testing/src/relay/createTestPair.ts'
import { createSignClient } from '../createSignClient.ts'
import type { SignClient } from '../signClient.ts'

/** Code and words of a call that is refused; `done` for one that is not. */
async function wordsOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'done',
    (error: Error & { code?: number }) => `${error.code} ${error.message}`,
  )
}

const TOPIC = '0'.repeat(64)

/** What a caller without types may hand in. */
const untyped = <Value>(value: unknown): Value => value as Value

describe('what is refused before anything is sent, in the words of the protocol', () => {
  it('connect', async () => {
    const { app, relay } = await createTestPair()
    const refused = (params: unknown) => wordsOf(app.connect(untyped(params)))
    expect(await refused({ optionalNamespaces: [] })).toBe(
      '5 Missing or invalid. connect(), optionalNamespaces should be an object with data',
    )
    expect(await refused({ optionalNamespaces: { eip155: { chains: ['1'], methods: [], events: [] } } })).toBe(
      '5100 Unsupported chains. connect() optionalNamespaces, chain 1 should be a string and conform to "namespace:chainId" format',
    )
    expect(await refused({ optionalNamespaces: testAsked, relays: [] })).toBe(
      '5 Missing or invalid. connect() relays: []',
    )
    expect(await refused({ optionalNamespaces: testAsked, sessionProperties: { a: null } })).toBe(
      '5 Missing or invalid. sessionProperties must contain an existing value for each key. Received: null for key a',
    )
    expect(await refused({ optionalNamespaces: testAsked, scopedProperties: { solana: 1 } })).toContain(
      'Scoped properties must be a subset of required/optional namespaces, received: {"solana":1}',
    )
    expect(await refused({ optionalNamespaces: testAsked, pairingTopic: '' })).toBe(
      '5 Missing or invalid. pairing topic should be a string: ',
    )
    expect(await refused({ optionalNamespaces: testAsked, pairingTopic: TOPIC })).toBe(
      `2 No matching key. pairing topic doesn't exist: ${TOPIC}`,
    )
    const signIn = { domain: 'd', nonce: 'n', uri: 'u', chains: ['eip155:1'], ttl: 299 }
    expect(await refused({ optionalNamespaces: testAsked, authentication: [signIn] })).toContain(
      'between 300 and 604800',
    )
    expect(relay.calls).toEqual([])
  })

  it('pair, without a word of the URI (SEC-88)', async () => {
    const { wallet, clock } = await createTestPair()
    const key = 'ab'.repeat(32)
    const refused = (uri: unknown) => wordsOf(wallet.pair(untyped({ uri })))
    expect(await refused(undefined)).toBe('5 Missing or invalid. pair() uri')
    expect(await refused('nonsense')).toContain('5 Missing or invalid. pair() uri')
    expect(await refused(`wc:${TOPIC}@2?symKey=${key}`)).toBe('5 Missing or invalid. pair() uri#relay-protocol')
    expect(await refused(`wc:${TOPIC}@2?relay-protocol=irn`)).toBe('5 Missing or invalid. pair() uri#symKey')
    const past = Math.floor(clock.now() / 1000) - 1
    expect(await refused(`wc:${TOPIC}@2?expiryTimestamp=${past}&relay-protocol=irn&symKey=${key}`)).toBe(
      '6 Expired. pair() URI has expired. Please try again with a new connection URI.',
    )
    expect(await refused(`wc:${TOPIC}@2?relay-protocol=irn&symKey=${key}`)).not.toContain(key)
  })

  it('approve and reject', async () => {
    const { app, wallet, run, clock } = await createTestPair()
    const { uri = '' } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    await clock.advance(100)
    const id = wallet.proposal.keys[0] ?? 0
    const approve = (params: unknown) => wordsOf(wallet.approve(untyped(params)))
    expect(await approve({ id: 'x', namespaces: testGranted })).toBe(
      '5 Missing or invalid. proposal id should be a number: x',
    )
    expect(await approve({ id: 1, namespaces: testGranted })).toBe("2 No matching key. proposal id doesn't exist: 1")
    expect(await approve({ id, namespaces: {} })).toBe(
      '5 Missing or invalid. approve(), namespaces should be an object with data',
    )
    expect(await approve({ id, namespaces: { eip155: { ...testAsked.eip155, accounts: ['eip155:0xabc'] } } })).toBe(
      '5103 Unsupported accounts. approve() namespace, account eip155:0xabc should be a string and conform to "namespace:chainId:address" format',
    )
    expect(await approve({ id, namespaces: testGranted, relayProtocol: ' ' })).toContain('approve() relayProtocol:')
    expect(await approve({ id, namespaces: testGranted, scopedProperties: { solana: 1 } })).toContain(
      'Scoped properties must be a subset of approved namespaces',
    )
    const reject = (reason: unknown) => wordsOf(wallet.reject(untyped({ id, reason })))
    expect(await reject({ code: 0, message: 'x' })).toBe(
      '5 Missing or invalid. reject() reason: {"code":0,"message":"x"}',
    )
    expect(await run(reject({ code: 5000, message: 'x' }))).toBe('done')
    expect(await reject({ code: 5000, message: 'x' })).toBe(
      `5 Missing or invalid. Record was recently deleted - proposal: ${id}`,
    )
  })

  it('everything on a session', async () => {
    const { app, wallet, settle, run, clock } = await createTestPair()
    const { topic } = await settle()
    const request = { method: 'personal_sign', params: [] }
    const ask = (params: object) => wordsOf(app.request(untyped({ topic, chainId: 'eip155:1', request, ...params })))
    expect(await ask({ topic: 7 })).toBe('5 Missing or invalid. session topic should be a string: 7')
    expect(await ask({ topic: TOPIC })).toBe(`2 No matching key. session topic doesn't exist: ${TOPIC}`)
    expect(await ask({ chainId: 'eip155:5' })).toBe('5 Missing or invalid. request() chainId: eip155:5')
    expect(await ask({ request: {} })).toBe('5 Missing or invalid. request() {}')
    expect(await ask({ request: { method: 'eth_sign' } })).toBe('5 Missing or invalid. request() method: eth_sign')
    for (const expiry of [299, 604_801, '300', Number.NaN])
      expect(await ask({ expiry })).toBe(
        `5 Missing or invalid. request() expiry: ${expiry}. Expiry must be a number (in seconds) between 300 and 604800`,
      )
    const emit = (params: object) =>
      wordsOf(wallet.emit(untyped({ topic, chainId: 'eip155:1', event: { name: 'accountsChanged' }, ...params })))
    expect(await emit({ chainId: 'x' })).toBe('5 Missing or invalid. emit() chainId: x')
    expect(await emit({ event: { name: 'boo' } })).toBe('5 Missing or invalid. emit() event: {"name":"boo"}')
    expect(await wordsOf(wallet.update({ topic, namespaces: {} }))).toBe(
      '5 Missing or invalid. update(), namespaces should be an object with data',
    )
    for (const call of [app.ping, app.disconnect] as const) {
      expect(await wordsOf(call(untyped({ topic: null })))).toBe(
        '5 Missing or invalid. session or pairing topic should be a string: null',
      )
      expect(await wordsOf(call({ topic: TOPIC }))).toBe(
        `2 No matching key. session or pairing topic doesn't exist: ${TOPIC}`,
      )
    }
    const other = await settle()
    const asked = app.request({ topic, chainId: 'eip155:1', request })
    asked.catch(() => {})
    await clock.advance(2000)
    const id = wallet.pendingRequest.keys[0] ?? 0
    const respond = (on: string, response: unknown) => run(wordsOf(wallet.respond(untyped({ topic: on, response }))))
    expect(await respond(topic, { id, jsonrpc: '2.0' })).toBe(
      `5 Missing or invalid. respond() response: {"id":${id},"jsonrpc":"2.0"}`,
    )
    expect(await respond(topic, { id: 1, jsonrpc: '2.0', result: 1 })).toBe('2 No matching key. request: 1')
    expect(await respond(other.topic, { id, jsonrpc: '2.0', result: 1 })).toBe(
      `8 Mismatched topic. Request response topic mismatch. reqId: ${id}, expected topic: ${topic}, received topic: ${other.topic}`,
    )
    expect(await respond(topic, { id, jsonrpc: '2.0', result: null })).toBe('done')
    expect(await run(asked)).toBeNull()
  })

  it('sessions that have expired or lost their key, which are removed on the way', async () => {
    const clock = createJumpingClock()
    const { app, settle, run } = await createTestPair({ clock })
    const [first, second] = [await settle(), await settle()]
    await run(app.internals.leading()?.tables.commit([{ table: 'keychain', key: first.topic }]) ?? Promise.resolve())
    expect(await wordsOf(app.extend({ topic: first.topic }))).toBe(
      `5 Missing or invalid. session topic does not exist in keychain: ${first.topic}`,
    )
    clock.jump(604_800_000)
    expect(await wordsOf(app.extend({ topic: second.topic }))).toBe(`6 Expired. session topic: ${second.topic}`)
    await clock.advance(10)
    expect(app.session.length).toBe(0)
  })
})

describe('what a peer asks against the rules', () => {
  it('is answered with what is wrong', async () => {
    const { app, wallet, settle, run } = await createTestPair()
    const { topic } = await settle()
    // An app whose record grants more than the wallet's, as after an update that was lost.
    const more = { eip155: { ...testGranted.eip155, methods: ['personal_sign', 'eth_sign'] } }
    const session = app.session.get(topic)
    await app.internals
      .leading()
      ?.tables.commit([{ table: 'session', key: topic, value: { ...session, namespaces: more } }])
    const request = { method: 'eth_sign', params: [] }
    await expect(run(app.request({ topic, chainId: 'eip155:1', request }))).rejects.toMatchObject({
      name: 'PeerError',
      code: 5,
      message: 'Missing or invalid. request() method: eth_sign',
    })
    expect(wallet.pendingRequest.length).toBe(0)
  })

  it('is an unknown method on a pairing: it is told so, and on a session nothing', async () => {
    const { app, wallet, settle, clock, relay } = await createTestPair()
    const { topic, pairingTopic } = await settle()
    await speak(app, topic, 'wc_fancy')
    await speak(app, pairingTopic, 'wc_fancy')
    await clock.advance(1000)
    expect(relay.listMessages(pairingTopic).filter(({ tag }) => tag === 0)).toHaveLength(2)
    expect(relay.listMessages(topic).filter(({ tag }) => tag === 0)).toHaveLength(1)
    expect(wallet.session.length).toBe(1)
  })

  it('is an update or event older than the last one: refused, or dropped', async () => {
    const { app, wallet, settle, run, clock, relay } = await createTestPair()
    const { topic } = await settle()
    const events: unknown[] = []
    app.on('session_event', ({ params }) => events.push(params.event.data))
    const event = (data: string) =>
      wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'accountsChanged', data } })
    let held: 'pass' | { delayMs: number } = { delayMs: 5000 }
    relay.interfere(({ method, params }) => (method === 'irn_publish' && params.tag === 1110 ? held : 'pass'))
    const late = event('late')
    late.catch(() => {})
    await clock.advance(10)
    held = 'pass'
    await run(event('new'))
    await clock.advance(10_000)
    expect(events).toEqual(['new'])
  })
})

/** Sends a message of a method that nobody knows, as a peer of the future might. */
async function speak(client: SignClient, topic: string, method: string): Promise<void> {
  const { tables, relayer } = client.internals.leading() ?? {}
  const symKey = tables?.keychain.get(topic) ?? ''
  const { sealEnvelope } = await import('../crypto/envelope.ts')
  const message = sealEnvelope({
    symKey,
    message: JSON.stringify({ id: 1_700_000_000_000_001, jsonrpc: '2.0', method, params: {} }),
    random: { bytes: (length) => new Uint8Array(length).fill(9) },
  })
  await relayer?.publish({ topic, message, tag: 0, ttlSeconds: 300, prompt: false })
}

describe('a caller without types', () => {
  const CALLS = [
    'connect',
    'pair',
    'approve',
    'reject',
    'update',
    'extend',
    'request',
    'respond',
    'ping',
    'emit',
    'disconnect',
    'authenticate',
    'approveSessionAuthenticate',
    'rejectSessionAuthenticate',
    'receiveLink',
  ] as const satisfies readonly (keyof SignClient)[]

  it.each(CALLS)('is told by a code whatever stands where the parameters of %s are expected', async (name) => {
    const { app, relay, run } = await createTestPair()
    const calls = untyped<Record<typeof name, (given: unknown) => Promise<unknown>>>(app)
    for (const given of [undefined, null, {}, 7, 'text', [], true]) {
      // A call that throws at once, and not by its promise, fails here as well.
      const asked = calls[name](given)
      // Nothing is required of a proposal: an empty one is asked as it stands.
      if (name === 'connect' && given?.constructor === Object) await run(asked)
      else
        expect(await wordsOf(run(asked)), `${name} ${given}`).toMatch(
          /^5 Missing or invalid\.|^5 .+ required|^2 Could not find pending auth request/,
        )
    }
    if (name !== 'connect') expect(relay.calls).toEqual([])
  })

  it('is told by a code where a search names nothing', async () => {
    const { app } = await createTestPair()
    for (const given of [undefined, null, 7, {}])
      expect(await wordsOf((async () => app.find(untyped(given)))())).toBe('5 Missing or invalid. find')
  })

  it('gets no client without a relay', async () => {
    for (const given of [undefined, {}, { relayUrl: [] }])
      expect(await wordsOf(createSignClient(untyped(given)))).toBe('5 Missing or invalid. relayUrl')
  })
})
