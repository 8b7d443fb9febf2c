/** Peers, relays and others that attack. */
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../testing/src/createManualClock.ts'
import {
  createJumpingClock,
  createTestPair,
  testAsked,
  testGranted,
} from '../../../testing/src/relay/createTestPair.ts'
import { createTestRelay } from '../../../testing/src/relay/createTestRelay.ts'
import { createTestSurroundings } from '../../../testing/src/relay/createTestSurroundings.ts'
import { createSignClient } from '../createSignClient.ts'
import { openEnvelope, readEnvelope, sealEnvelope, wrapPlainEnvelope } from '../crypto/envelope.ts'
import { isTableRecord } from '../isTableRecord.ts'
import type { SignClient } from '../signClient.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
const NOBODY = 'ab'.repeat(32)

type Pair = Awaited<ReturnType<typeof createTestPair>>

const keyOf = (client: SignClient, topic: string): string =>
  client.internals.leading()?.tables.keychain.get(topic) ?? ''

/** Says something in a peer's place: its key is known, and what it says is not what a peer would say. */
async function say(pair: Pair, from: SignClient, topic: string, text: string, publisher = 'peer'): Promise<void> {
  pair.relay.publish({
    topic,
    message: sealEnvelope({ symKey: keyOf(from, topic), message: text, random }),
    publisher,
  })
  await pair.clock.advance(200)
}

const request = (method: string, params: unknown, id: number): string =>
  JSON.stringify({ id, jsonrpc: '2.0', method, params })

const ask = (topic: string) =>
  ({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x'] } }) as const

function hear(client: SignClient, name: Parameters<SignClient['on']>[0]): unknown[] {
  const heard: unknown[] = []
  client.on(name, (payload) => heard.push(payload))
  return heard
}

const answerAll = (wallet: SignClient) =>
  wallet.on('session_request', ({ id, topic }) => {
    wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'yes' } }).catch(() => {})
  })

describe('a stranger who knows a topic and no key', () => {
  it('cannot end a subscription by sealing an envelope of the other type to it', async () => {
    const pair = await createTestPair()
    const { app, wallet, settle, run, relay, clock } = pair
    const { topic } = await settle()
    answerAll(wallet)
    const sealed = { symKey: NOBODY, message: '{}', random }
    relay.publish({ topic, message: sealEnvelope({ ...sealed, type: 1, senderPublicKey: NOBODY }) })
    relay.publish({ topic, message: sealEnvelope(sealed) })
    await clock.advance(1000)
    expect(await run(app.request(ask(topic)))).toBe('yes')

    const { response } = await run(
      app.authenticate({ chains: ['eip155:1'], domain: 'a.example', uri: 'https://a.example', nonce: 'n' }),
    )
    void response().catch(() => undefined)
    const [responseTopic = ''] = app.internals.leading()?.tables.authKey.keys() ?? []
    relay.publish({ topic: responseTopic, message: sealEnvelope(sealed) })
    await clock.advance(1000)
    expect(relay.listTopics(app.internals.leading()?.relayer.clientId ?? '')).toContain(responseTopic)
  })

  it('cannot speak on a session by an open envelope in a link, nor turn the session to links', async () => {
    const links: string[] = []
    const side = (name: string) => ({
      metadata: {
        name,
        description: name,
        url: `https://${name}.example`,
        icons: [],
        redirect: { universal: `https://${name}.example/app`, linkMode: true },
      },
      around: {
        openLink: async (url: string) => {
          links.push(url)
        },
      },
    })
    const { app, wallet, settle, run, clock } = await createTestPair({ app: side('app'), wallet: side('wallet') })
    const { topic } = await settle()
    const shown = hear(wallet, 'session_request')
    for (const message of [
      request('wc_sessionRequest', { ...ask(topic), topic: undefined }, 1_700_000_000_000_001),
      request('wc_sessionDelete', {}, 1_700_000_000_000_002),
      request('wc_sessionUpdate', { namespaces: {} }, 1_700_000_000_000_003),
      'junk',
    ]) {
      const url = `https://wallet.example/app?wc_ev=${wrapPlainEnvelope(message)}&topic=${topic}`
      await run(wallet.receiveLink(url).catch(() => undefined))
      await run(app.receiveLink(url).catch(() => undefined))
    }
    await clock.advance(3000)
    expect(shown).toEqual([])
    for (const client of [app, wallet]) expect(client.session.get(topic).transportType).toBe('relay')
    expect(links).toEqual([])
  })
})

describe('a hostile app', () => {
  it('cannot have the key of a foreign session dropped by naming its topic as its own public key', async () => {
    const pair = await createTestPair()
    const { app, wallet, settle, run } = pair
    const victim = await settle()
    answerAll(wallet)
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    void approval().catch(() => undefined)
    const pairingTopic = uri.slice(3, 67)
    await run(wallet.pair({ uri }))
    const id = 1_700_000_000_000_001
    const proposal = {
      requiredNamespaces: {},
      optionalNamespaces: testAsked,
      relays: [{ protocol: 'irn' }],
      proposer: {
        publicKey: victim.topic,
        metadata: { name: 'x', description: '', url: 'https://x.example', icons: [] },
      },
    }
    await say(pair, app, pairingTopic, request('wc_sessionPropose', proposal, id))
    await run(wallet.reject({ id, reason: { code: 5000, message: 'no' } }))
    expect(await run(app.request(ask(victim.topic)))).toBe('yes')
  })

  it('cannot stop the messages of a wallet with a payload that no storage takes', async () => {
    const pair = await createTestPair()
    const { app, wallet, settle, run } = pair
    const { topic } = await settle()
    answerAll(wallet)
    const params = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const text = `{"id":1700000000000001,"jsonrpc":"2.0","method":"wc_sessionRequest","params":{"chainId":"eip155:1","request":{"method":"personal_sign","params":${params}}}}`
    await say(pair, app, topic, text)
    expect(wallet.getPendingSessionRequests()).toEqual([])
    expect(await run(app.request(ask(topic)))).toBe('yes')
  })

  it.each([
    ['wc_sessionRequest', 1109, { chainId: { toString: 1 }, request: { method: 'personal_sign' } }],
    ['wc_sessionEvent', 1111, { chainId: { toString: 1 }, event: { name: 'accountsChanged' } }],
  ])('is told of a chain that is none, whatever it is: %s', async (method, tag, params) => {
    const pair = await createTestPair()
    const { app, settle, relay, surroundings } = pair
    const { topic } = await settle()
    await say(pair, app, topic, request(method, params, 1_700_000_000_000_001))
    expect(relay.listMessages(topic).map((message) => message.tag)).toContain(tag)
    expect(surroundings.wallet.log.filter((line) => line.startsWith('error'))).toEqual([])
  })

  it('cannot have a wallet say so much of what is wrong that the relay shuts its door on it', async () => {
    const clock = createManualClock()
    const pair = await createTestPair({ clock, relay: createTestRelay({ clock, maxFrameBytes: 1_048_576 }) })
    const { app, wallet, settle, run, relay } = pair
    const [{ topic }, other] = [await settle(), await settle()]
    answerAll(wallet)
    const events = hear(wallet, 'relayer')
    // As JSON inside JSON each of these is twice as long.
    const params = { chainId: 'eip155:1', request: { params: '\\'.repeat(300_000) } }
    await say(pair, app, topic, request('wc_sessionRequest', params, 1_700_000_000_000_001))
    expect(await run(app.request(ask(other.topic)))).toBe('yes')
    expect(events).not.toContainEqual(expect.objectContaining({ name: 'relayer_disconnect' }))
    const envelope = readEnvelope(relay.listMessages(topic).findLast(({ tag }) => tag === 1109)?.message ?? '')
    const answer = envelope.type === 0 ? JSON.parse(openEnvelope(envelope, keyOf(app, topic))) : undefined
    expect(answer.error.message).toMatch(/^Missing or invalid\. request\(\) /)
  })

  it.each([
    { authentication: {} },
    { authentication: [null] },
    { authentication: [{ chains: 5 }] },
    { authentication: [{ chains: ['eip155:1'], domain: {}, aud: 'a', nonce: 'n', version: '1', iat: 'now' }] },
  ])('has a proposal refused that asks for a sign-in which is none: %j', async (requests) => {
    const pair = await createTestPair()
    const { app, wallet, run, relay } = pair
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    void approval().catch(() => undefined)
    const pairingTopic = uri.slice(3, 67)
    await run(wallet.pair({ uri }))
    const id = 1_700_000_000_000_001
    const proposer = { publicKey: NOBODY, metadata: {} }
    await say(
      pair,
      app,
      pairingTopic,
      request('wc_sessionPropose', { optionalNamespaces: testAsked, proposer, requests }, id),
    )
    expect(wallet.proposal.keys).not.toContain(id)
    expect(relay.listMessages(pairingTopic).at(-1)?.tag).toBe(1121)
  })

  it('cannot have a request, proposal or sign-in wait for ever', async () => {
    const pair = await createTestPair()
    const { app, wallet, settle } = pair
    const { topic } = await settle()
    const text = request(
      'wc_sessionRequest',
      { chainId: 'eip155:1', request: { method: 'personal_sign', params: [], expiryTimestamp: 1e300 } },
      1_700_000_000_000_001,
    )
    await say(pair, app, topic, text)
    const [pending] = wallet.getPendingSessionRequests()
    const seconds = pair.clock.now() / 1000
    expect(pending?.params.request.expiryTimestamp).toBeLessThanOrEqual(seconds + 604_800)
    expect(pending?.params.request.expiryTimestamp).toBeGreaterThan(seconds + 604_000)
  })
})

describe('a hostile wallet', () => {
  /** Answers a proposal by hand, with whatever settlement. */
  async function settleWith(change: (params: Record<string, unknown>, own: string) => string) {
    const pair = await createTestPair()
    const { app, wallet, run, relay, clock } = pair
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    const outcome = approval().catch((error: unknown) => error)
    await run(wallet.pair({ uri }))
    await clock.advance(100)
    const [proposal] = wallet.proposal.getAll()
    if (!proposal) throw new Error('no proposal')
    // The honest wallet makes the keys; its settlement is lost on the way, and the other one said instead.
    const stop = relay.interfere(({ direction, method, params }) =>
      direction === 'toClient' && method === 'irn_subscription' && JSON.stringify(params).includes('"tag":1102')
        ? 'drop'
        : 'pass',
    )
    const { topic } = await run(wallet.approve({ id: proposal.id, namespaces: testGranted }))
    await clock.advance(100)
    const params = {
      relay: { protocol: 'irn' },
      controller: wallet.session.get(topic).self,
      namespaces: testGranted,
      expiry: Math.floor(clock.now() / 1000) + 604_800,
    }
    await say(pair, wallet, topic, change(params, proposal.proposer.publicKey))
    stop()
    return { ...pair, topic, outcome }
  }

  it('cannot settle under the public key of the app', async () => {
    const { app, outcome, run } = await settleWith((params, own) =>
      request('wc_sessionSettle', { ...params, controller: { publicKey: own, metadata: {} } }, 1_700_000_000_000_001),
    )
    expect(app.session.length).toBe(0)
    expect(await run(outcome)).toMatchObject({ code: 5 })
  })

  it('cannot settle a session that is lost when it is read again', async () => {
    const { app, topic, outcome, run } = await settleWith((params) =>
      request(
        'wc_sessionSettle',
        { ...params, namespaces: { eip155: { ...testGranted.eip155, chains: 5 } } },
        1_700_000_000_000_001,
      ),
    )
    await run(outcome)
    expect(app.session.get(topic).namespaces.eip155?.chains).toBeUndefined()
    expect(isTableRecord('session', app.session.get(topic))).toBe(true)
    expect(app.find({ requiredNamespaces: testAsked })).toHaveLength(1)
  })

  it('cannot settle a session whose end is no time', async () => {
    const { app, outcome, run } = await settleWith((params) =>
      request('wc_sessionSettle', { ...params, expiry: 'x' }, 1_700_000_000_000_001).replace('"x"', '1e999'),
    )
    expect(app.session.length).toBe(0)
    expect(await run(outcome)).toMatchObject({ code: 6 })
  })
})

describe('a hostile relay', () => {
  it('cannot bring a request back to its sender and so have it answered', async () => {
    const pair = await createTestPair()
    const { app, wallet, settle, relay, run, clock } = pair
    const { topic } = await settle()
    const own = relay.interfere(({ direction, clientId, params }) =>
      direction === 'toClient' && clientId === wallet.internals.leading()?.relayer.clientId && params.data
        ? 'drop'
        : 'pass',
    )
    const outcomes = [app.ping({ topic }), app.request(ask(topic))].map((each) =>
      each.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    )
    await clock.advance(100)
    for (let round = 0; round < 3; round += 1) {
      for (const { message } of relay.listMessages(topic)) relay.publish({ topic, message, publisher: `echo ${round}` })
      await clock.advance(2000)
    }
    own()
    expect(await run(Promise.race([...outcomes, clock.advance(10_000)]))).toBeUndefined()
  })

  it('cannot stop a client that has started anew with a message that was refused before', async () => {
    const storage = createMemoryStorage()
    const pair = await createTestPair({ app: { around: { storage } } })
    const { app, wallet, settle, relay, run, clock } = pair
    const { topic } = await settle()
    const event = { chainId: 'eip155:1', event: { name: 'notGranted', data: 1 } }
    await say(pair, wallet, topic, request('wc_sessionEvent', event, 1_700_000_000_000_001))
    const [refused] = relay.listMessages(topic).filter(({ publisher }) => publisher === 'peer')
    await run(app.close())
    const next = await createSignClient({
      relayUrl: 'wss://relay.example',
      metadata: app.metadata,
      surroundings: createTestSurroundings({ name: 'next', relay, clock, storage }),
    })
    await clock.advance(1000)
    relay.publish({ topic, message: refused?.message ?? '', publisher: 'echo' })
    await clock.advance(1000)
    const heard = hear(next, 'session_event')
    await run(wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'accountsChanged', data: [] } }))
    await clock.advance(1000)
    expect(heard).toHaveLength(1)
  })

  it('does not make a yes of a refusal that it brings twice', async () => {
    const pair = await createTestPair()
    const { app, wallet, settle, relay, clock } = pair
    const { topic } = await settle()
    const id = 1_700_000_000_000_001
    await say(pair, wallet, topic, request('wc_sessionUpdate', { namespaces: { eip155: { accounts: 1 } } }, id))
    const said = relay.listMessages(topic).at(-2)
    relay.publish({ topic, message: said?.message ?? '', publisher: 'echo' })
    await clock.advance(1000)
    const symKey = keyOf(app, topic)
    const answers = relay.listMessages(topic).flatMap(({ tag, message }) => {
      const envelope = readEnvelope(message)
      return tag === 1105 && envelope.type === 0 ? [JSON.parse(openEnvelope(envelope, symKey))] : []
    })
    expect(answers).toHaveLength(2)
    for (const answer of answers) expect(answer).toMatchObject({ id, error: {} })
  })

  it('cannot bring an update or extension back once its mark has run out, nor after a restart', async () => {
    const jumping = createJumpingClock()
    const pair = await createTestPair({ clock: jumping })
    const { app, wallet, settle, relay, run, clock } = pair
    const { topic } = await settle()
    const more = {
      eip155: {
        ...testGranted.eip155,
        accounts: [...(testGranted.eip155?.accounts ?? []), `eip155:1:0x${'2'.repeat(40)}`],
      },
    }
    await run((await run(wallet.update({ topic, namespaces: more as never }))).acknowledged())
    await run((await run(wallet.extend({ topic }))).acknowledged())
    const old = relay.listMessages(topic)
    await clock.advance(5000)
    await run((await run(wallet.update({ topic, namespaces: testGranted }))).acknowledged())
    const { expiry } = app.session.get(topic)
    jumping.jump(2 * 86_400_000)
    await clock.advance(20_000)
    expect(
      app.internals
        .leading()
        ?.tables.seen.keys()
        .filter((key) => !key.includes(':wc_')),
    ).toEqual([])
    for (const { message } of old) relay.publish({ topic, message, publisher: 'echo' })
    await clock.advance(1000)
    expect(app.session.get(topic).namespaces).toEqual(testGranted)
    expect(app.session.get(topic).expiry).toBe(expiry)
  })
})
