import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../testing/src/createManualClock.ts'
import {
  createJumpingClock,
  createTestPair,
  runUntilSettled,
  testAsked,
  testGranted,
} from '../../../testing/src/relay/createTestPair.ts'
import { createTestRelay } from '../../../testing/src/relay/createTestRelay.ts'
import { createTestSurroundings } from '../../../testing/src/relay/createTestSurroundings.ts'
import { createSignClient } from '../createSignClient.ts'
import type { SignClientEvents } from '../events.ts'
import { buildApprovedNamespaces } from '../rules/buildApprovedNamespaces.ts'
import type { SignClient } from '../signClient.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { createPairing } from './createPairing.ts'

const ask = (topic: string, params: unknown = ['0x68656c6c6f', '0xabc']) =>
  ({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params } }) as const

/** Everything that a client says under one name. */
function hear<Name extends keyof SignClientEvents>(client: SignClient, name: Name): SignClientEvents[Name][] {
  const heard: SignClientEvents[Name][] = []
  client.on(name, (payload) => heard.push(payload))
  return heard
}

const answerAll = (wallet: SignClient, result: unknown = '0xsigned') =>
  wallet.on('session_request', ({ id, topic }) => {
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  })

describe('connecting', () => {
  it('settles a session that both sides keep alike, and the wallet hears that the app has it', async () => {
    const { app, wallet, run } = await createTestPair()
    const proposed = new Promise<SignClientEvents['session_proposal']>((resolve) =>
      wallet.once('session_proposal', resolve),
    )
    const connected = hear(app, 'session_connect')
    const { uri = '', approval } = await run(
      app.connect({
        requiredNamespaces: testAsked,
        optionalNamespaces: { 'eip155:10': { methods: ['eth_sign'], events: [] } },
        sessionProperties: { a: '1' },
        scopedProperties: { eip155: { x: 1 } },
        walletPay: { version: '1' },
      }),
    )
    await run(wallet.pair({ uri }))
    const proposal = await run(proposed)
    expect(proposal.params).toMatchObject({
      requiredNamespaces: {},
      optionalNamespaces: { eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign', 'eth_sign'] } },
      sessionProperties: { a: '1' },
      scopedProperties: { eip155: { x: 1 } },
      requests: { walletPay: { version: '1' } },
    })
    expect(proposal.verifyContext.verified).toMatchObject({ origin: 'https://app.example', validation: 'UNKNOWN' })
    const { topic, acknowledged } = await run(
      wallet.approve({
        id: proposal.id,
        namespaces: testGranted,
        sessionProperties: { b: '2' },
        scopedProperties: { eip155: { y: 2 } },
        sessionConfig: { disableDeepLink: true },
        proposalRequestsResponses: { walletPay: [{ txid: '0x1' }] },
      }),
    )
    const ours = await run(approval())
    const theirs = await run(acknowledged())
    expect(ours).toMatchObject({
      topic,
      acknowledged: true,
      controller: theirs.self.publicKey,
      sessionProperties: { b: '2' },
      scopedProperties: { eip155: { y: 2 } },
      sessionConfig: { disableDeepLink: true },
      walletPayResult: [{ txid: '0x1' }],
      transportType: 'relay',
    })
    expect(theirs.acknowledged).toBe(true)
    expect(ours.self).toEqual(theirs.peer)
    expect(ours.peer).toEqual(theirs.self)
    expect(connected).toEqual([{ session: ours }])
    expect([app.proposal.length, wallet.proposal.length]).toEqual([0, 0])
    expect(app.find({ requiredNamespaces: testAsked })).toEqual([ours])
  })

  it('resolves approval and acknowledgement also when they came before anybody asked', async () => {
    const { app, wallet, run, clock } = await createTestPair()
    let approved: ReturnType<SignClient['approve']> | undefined
    wallet.on('session_proposal', ({ id }) => {
      approved = wallet.approve({ id, namespaces: testGranted })
    })
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    await clock.advance(10_000)
    expect(app.session.length).toBe(1)
    const session = await run(approval())
    expect(await run(approval())).toEqual(session)
    const { acknowledged } = await run(approved ?? Promise.reject(new Error('not approved')))
    expect((await run(acknowledged())).topic).toBe(session.topic)
  })

  it('acknowledges nothing that the app has not, also when the wait ran out before anybody asked', async () => {
    const { app, wallet, run, relay, clock } = await createTestPair()
    const approved = new Promise<Awaited<ReturnType<typeof wallet.approve>>>((resolve) =>
      wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: testGranted }).then(resolve)),
    )
    const { uri = '' } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(app.close())
    await run(wallet.pair({ uri }))
    const { acknowledged } = await run(approved)
    await clock.advance(310_000)
    await expect(run(acknowledged())).rejects.toMatchObject({ key: 'EXPIRED' })
    expect(relay.listClients()).toHaveLength(1)
  })

  it('works with a relay that knows neither of the calls that carry a whole session', async () => {
    const clock = createManualClock()
    const relay = createTestRelay({ clock })
    relay.failMethod('wc_proposeSession')
    relay.failMethod('wc_approveSession')
    const { settle, wallet, app, run } = await createTestPair({ clock, relay })
    answerAll(wallet)
    const { topic } = await settle()
    expect(await run(app.request(ask(topic)))).toBe('0xsigned')
  })

  it('tells the app why a wallet refuses, and forgets the proposal on both sides', async () => {
    const { app, wallet, run, relay } = await createTestPair()
    wallet.on('session_proposal', ({ id }) => {
      void wallet.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    })
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    await expect(run(approval())).rejects.toMatchObject({ name: 'PeerError', code: 5000, message: 'User rejected.' })
    expect([app.proposal.length, wallet.proposal.length, app.session.length]).toEqual([0, 0, 0])
    expect(relay.listMessages().map(({ tag }) => tag)).toContain(1120)
  })

  it('refuses a proposal that breaks the rules before the owner sees it', async () => {
    const { app, wallet, run, relay } = await createTestPair({ wallet: { strictNamespaces: true } })
    const proposals = hear(wallet, 'session_proposal')
    const odd = { eip155: { chains: ['cosmos:x'], methods: [], events: [] } }
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: odd }))
    await run(wallet.pair({ uri }))
    await expect(run(approval())).rejects.toMatchObject({ code: 5100 })
    expect(proposals).toEqual([])
    expect(relay.listMessages().map(({ tag }) => tag)).toContain(1121)
  })

  it('ends the wait when a proposal runs out, on both sides, also without a network', async () => {
    const { app, wallet, run, clock, surroundings } = await createTestPair()
    const expired = [hear(app, 'proposal_expire'), hear(wallet, 'proposal_expire')]
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    surroundings.app.reachability.setOnline(false)
    const waits = approval()
    waits.catch(() => {})
    await clock.advance(310_000)
    await expect(waits).rejects.toMatchObject({ key: 'EXPIRED', code: 6, message: 'Proposal expired' })
    await expect(approval()).rejects.toMatchObject({ message: 'Proposal expired' })
    expect(expired.map(({ length }) => length)).toEqual([1, 1])
    expect([app.pairing.length, wallet.pairing.length]).toEqual([0, 0])
  })

  it('shows a proposal again when the same code is scanned again', async () => {
    const { app, wallet, run } = await createTestPair()
    const proposals = hear(wallet, 'session_proposal')
    const { uri = '' } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    await run(wallet.pair({ uri: `  ${btoa(uri)}` }))
    expect(proposals).toHaveLength(2)
    expect(proposals[0]?.id).toBe(proposals[1]?.id)
    await run(wallet.approve({ id: proposals[0]?.id ?? 0, namespaces: testGranted }))
    await expect(run(wallet.pair({ uri }))).rejects.toThrow(/^Pairing already exists: [0-9a-f]{64}\. Please try again/)
  })

  it('is shown once, however often its app sends it', async () => {
    const { app, wallet, run, clock, relay } = await createTestPair()
    const shown = hear(wallet, 'session_proposal')
    const { callId, params } = { callId: 'one', params: { optionalNamespaces: testAsked } }
    const { uri = '' } = await run(app.internals.backend.call('connect', params, { callId }))
    await run(wallet.pair({ uri }))
    const again = await run(app.internals.backend.call('connect', params, { callId }))
    expect(again.uri).toBe(uri)
    await clock.advance(1000)
    expect(shown.map(({ id }) => id)).toEqual([again.proposalId])
    // The app hears nothing of the refusal, and its tab is asked once more.
    relay.interfere(({ direction, text }) =>
      direction === 'toClient' && text.includes('"tag":1120') ? 'drop' : 'pass',
    )
    await run(wallet.reject({ id: again.proposalId, reason: { code: 5000, message: 'No.' } }))
    expect(app.proposal.keys).toEqual([again.proposalId])
    await run(app.internals.backend.call('connect', params, { callId }))
    await clock.advance(1000)
    expect(shown).toHaveLength(1)
  })

  it('keeps one pairing for one peer', async () => {
    const { app, wallet, settle, clock } = await createTestPair()
    await settle()
    await settle()
    await clock.advance(1000)
    expect(app.session.length).toBe(2)
    expect(app.pairing.length).toBe(1)
    expect(wallet.pairing.length).toBe(1)
  })

  it('proposes on a pairing that is there', async () => {
    const { app, wallet, run, settle } = await createTestPair()
    const { pairingTopic } = await settle()
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: testGranted }))
    const { uri, approval } = await run(app.connect({ optionalNamespaces: testAsked, pairingTopic }))
    expect(uri).toBeUndefined()
    expect((await run(approval())).pairingTopic).toBe(pairingTopic)
  })

  it('proposes on a pairing that was made ahead, whose uri a wallet may have scanned before', async () => {
    const { app, wallet, run, relay, clock } = await createTestPair()
    const newPairing = await createPairing({ clock })
    expect([app.pairing.length, relay.countCalls('wc_proposeSession')]).toEqual([0, 0])
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: testGranted }))
    await run(wallet.pair({ uri: newPairing.uri }))
    const { uri, approval } = await run(app.connect({ optionalNamespaces: testAsked, newPairing }))
    expect(uri).toBe(newPairing.uri)
    expect((await run(approval())).pairingTopic).toBe(app.pairing.keys[0])
  })

  it('SEC-88: refuses a pairing that nobody can have made ahead, without a word of its key', async () => {
    const { app, run, settle, clock } = await createTestPair()
    const made = await createPairing({ clock })
    const { pairingTopic } = await settle()
    const now = Math.floor(clock.now() / 1000)
    for (const wrong of [
      { newPairing: { ...made, expiry: now } },
      { newPairing: { ...made, expiry: now + 301 } },
      { newPairing: { ...made, expiry: now + 100.5 } },
      { newPairing: { ...made, symKey: made.symKey.slice(2) } },
      { newPairing: { ...made, symKey: 7 as unknown as string } },
      { newPairing: made, pairingTopic },
    ]) {
      const refused = run(app.connect({ optionalNamespaces: testAsked, ...wrong }))
      await expect(refused).rejects.toMatchObject({ key: 'MISSING_OR_INVALID' })
      await expect(refused).rejects.not.toThrow(made.symKey.slice(2, 20))
    }
    expect([app.pairing.length, app.proposal.length]).toEqual([1, 0])
  })

  it('grants a proposal once, however often the owner presses the button', async () => {
    const { app, wallet, run } = await createTestPair()
    const proposals = hear(wallet, 'session_proposal')
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    const id = proposals[0]?.id ?? 0
    const outcomes = await run(Promise.allSettled([1, 2, 3].map(() => wallet.approve({ id, namespaces: testGranted }))))
    await run(approval())
    expect(app.session.keys).toEqual(wallet.session.keys)
    expect(wallet.session.length).toBe(1)
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  })

  it('takes an approval back that cannot be told, so that it can be given again', async () => {
    const { app, wallet, run, relay } = await createTestPair()
    const proposals = hear(wallet, 'session_proposal')
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    const id = proposals[0]?.id ?? 0
    const heal = relay.interfere(({ method }) => (method === 'wc_approveSession' ? 'drop' : 'pass'))
    await expect(run(wallet.approve({ id, namespaces: testGranted }))).rejects.toMatchObject({
      key: 'RELAY_UNREACHABLE',
    })
    expect([wallet.session.length, wallet.proposal.length]).toEqual([0, 1])
    heal()
    await run(wallet.approve({ id, namespaces: testGranted }))
    expect((await run(approval())).topic).toBe(wallet.session.keys[0])
  })

  it('leaves nothing behind when a proposal cannot be sent', async () => {
    const { app, run, relay } = await createTestPair()
    relay.refuse(3000, 'Unauthorized: origin not allowed')
    await expect(run(app.connect({ optionalNamespaces: testAsked }))).rejects.toMatchObject({ key: 'RELAY_REFUSED' })
    expect([app.pairing.length, app.proposal.length]).toEqual([0, 0])
    expect(app.internals.leading()?.tables.keychain.keys()).toEqual(['seed'])
  })

  it('is given up by a signal, and by closing', async () => {
    const { app, run } = await createTestPair()
    const stop = new AbortController()
    const { approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    const [first, second] = [approval({ signal: stop.signal }), approval()]
    first.catch(() => {})
    second.catch(() => {})
    stop.abort()
    await expect(run(first)).rejects.toMatchObject({ key: 'ABORTED' })
    await run(app.close())
    await expect(run(second)).rejects.toMatchObject({ key: 'ABORTED' })
    await expect(app.ping({ topic: 'x' })).rejects.toMatchObject({ key: 'ABORTED' })
  })
})

describe('requests', () => {
  it('carries results, refusals, big payloads and signs of every script', async () => {
    const { app, wallet, run, settle } = await createTestPair({ wallet: { signConfig: { disableRequestQueue: true } } })
    const { topic } = await settle()
    wallet.on('session_request', ({ id, topic: on, params }) => {
      const echo = { id, jsonrpc: '2.0', result: params.request.params } as const
      const no = { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.', data: 'x' } } as const
      void wallet.respond({
        topic: on,
        response: Array.isArray(params.request.params) && params.request.params[0] === 'no' ? no : echo,
      })
    })
    for (const params of [['0x1'], { text: 'пример 例 🦊' }, ['a'.repeat(200_000)], [1n << 70n], null, [null, '']])
      expect(await run(app.request(ask(topic, params)))).toEqual(params)
    const text = 'pay 123456789012345678901, thanks'
    expect(await run(app.request(ask(topic, [text])))).toEqual([text])
    await expect(run(app.request(ask(topic, ['no'])))).rejects.toMatchObject({
      name: 'PeerError',
      code: 5000,
      message: 'User rejected.',
      data: 'x',
    })
    await expect(run(app.request(ask(topic, ['12n'])))).rejects.toMatchObject({ key: 'PAYLOAD_UNSAFE' })
  })

  it('shows one request at a time, the next a second after an answer', async () => {
    const { app, wallet, run, settle, clock } = await createTestPair()
    const { topic } = await settle()
    const shown = hear(wallet, 'session_request')
    const asked = [1, 2, 3].map((count) => app.request(ask(topic, [count])))
    await clock.advance(2000)
    expect(shown.map(({ params }) => params.request.params)).toEqual([[1]])
    expect(wallet.getPendingSessionRequests()).toHaveLength(3)
    for (const count of [1, 2, 3]) {
      const { id = 0 } = shown.at(-1) ?? {}
      await run(wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: count } }))
      expect(await run(asked[count - 1] ?? Promise.reject(new Error('none')))).toBe(count)
      expect(shown).toHaveLength(count)
      await clock.advance(1000)
    }
    expect(wallet.pendingRequest.length).toBe(0)
  })

  it('lets the next request through when the one that is shown runs out', async () => {
    const { app, wallet, run, settle, clock } = await createTestPair()
    const { topic } = await settle()
    const shown = hear(wallet, 'session_request')
    const expired = hear(wallet, 'session_request_expire')
    const first = app.request({ ...ask(topic, [1]), expiry: 300 })
    first.catch(() => {})
    const second = app.request(ask(topic, [2]))
    await clock.advance(310_000)
    await expect(first).rejects.toMatchObject({ key: 'EXPIRED', message: 'Request expired. Please try again.' })
    expect(expired).toEqual([{ id: shown[0]?.id }])
    expect(shown).toHaveLength(2)
    const id = shown[1]?.id ?? 0
    await run(wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 2 } }))
    expect(await run(second)).toBe(2)
  })

  it('takes one answer for one request', async () => {
    const { app, wallet, run, settle, clock, relay } = await createTestPair()
    const { topic } = await settle()
    const shown = hear(wallet, 'session_request')
    const asked = app.request(ask(topic))
    await clock.advance(2000)
    const response = { id: shown[0]?.id ?? 0, jsonrpc: '2.0', result: 'yes' } as const
    const answers = await run(Promise.allSettled([1, 2].map(() => wallet.respond({ topic, response }))))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await run(asked)).toBe('yes')
    expect(relay.listMessages(topic).filter(({ tag }) => tag === 1109)).toHaveLength(1)
  })

  it('puts a request back whose answer cannot be sent', async () => {
    const { app, wallet, run, settle, clock, relay } = await createTestPair()
    const { topic } = await settle()
    const shown = hear(wallet, 'session_request')
    const asked = app.request(ask(topic))
    await clock.advance(2000)
    const response = { id: shown[0]?.id ?? 0, jsonrpc: '2.0', result: 'yes' } as const
    const heal = relay.interfere(({ params }) => (params.tag === 1109 ? 'drop' : 'pass'))
    await expect(run(wallet.respond({ topic, response }))).rejects.toMatchObject({ key: 'RELAY_UNREACHABLE' })
    expect(wallet.pendingRequest.length).toBe(1)
    heal()
    await run(wallet.respond({ topic, response }))
    expect(await run(asked)).toBe('yes')
  })

  it('shows the first request to a wallet that starts cold at once, and one that was stored a second later', async () => {
    const storage = createMemoryStorage()
    const pair = await createTestPair({ wallet: { around: { storage } } })
    const { app, wallet, run, settle, clock, relay } = pair
    const { topic } = await settle()
    const start = async () => {
      const client = await createSignClient({
        relayUrl: 'wss://relay.example',
        metadata: wallet.metadata,
        surroundings: createTestSurroundings({ name: 'cold', relay, clock, storage }),
      })
      return { client, shown: hear(client, 'session_request'), startedAt: clock.now() }
    }
    const request = (value: string) =>
      app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: [value] } })
    await run(wallet.close())
    request('first').catch(() => undefined)
    await clock.advance(100)

    const first = await start()
    while (first.shown.length === 0 && clock.now() - first.startedAt < 5000) await clock.advance(20)
    expect(clock.now() - first.startedAt).toBeLessThan(500)
    await run(first.client.close())

    const second = await start()
    request('second').catch(() => undefined)
    await clock.advance(999)
    expect(second.shown).toEqual([])
    await clock.advance(1)
    await expect.poll(() => clock.advance(0).then(() => second.shown.length)).toBe(1)
    expect(second.shown[0]?.params.request.params).toEqual(['first'])
  })

  it('shows a request that waited again after a restart, and one that was answered never again', async () => {
    const storage = createMemoryStorage()
    const clock = createManualClock()
    const relay = createTestRelay({ clock })
    const { app, wallet, run, settle } = await createTestPair({ clock, relay, wallet: { around: { storage } } })
    const { topic } = await settle()
    const shown = hear(wallet, 'session_request')
    const asked = [app.request(ask(topic, [1])), app.request(ask(topic, [2]))]
    await clock.advance(2000)
    const answered = shown[0]?.id ?? 0
    await run(wallet.respond({ topic, response: { id: answered, jsonrpc: '2.0', result: 1 } }))
    await run(wallet.internals.backend.close())
    const again = await createSignClient({
      relayUrl: 'wss://relay.example',
      metadata: wallet.metadata,
      surroundings: createTestSurroundings({ name: 'again', relay, clock, storage }),
    })
    const later = hear(again, 'session_request')
    await clock.advance(1000)
    expect(later.map(({ params }) => params.request.params)).toEqual([[2]])
    const id = later[0]?.id ?? 0
    await run(again.respond({ topic, response: { id, jsonrpc: '2.0', result: 2 } }))
    expect(await run(Promise.all(asked))).toEqual([1, 2])
    expect(later).toHaveLength(1)
  })
})

describe('a session', () => {
  it('is updated by its wallet alone', async () => {
    const { app, wallet, run, settle } = await createTestPair()
    const { topic } = await settle()
    const updates = hear(app, 'session_update')
    const namespaces = { eip155: { ...testGranted.eip155, accounts: ['eip155:1:0xabc', 'eip155:10:0xabc'] } }
    const { acknowledged } = await run(wallet.update({ topic, namespaces }))
    await run(acknowledged())
    expect(updates).toMatchObject([{ topic, params: { namespaces } }])
    expect([app.session.get(topic).namespaces, wallet.session.get(topic).namespaces]).toEqual([namespaces, namespaces])
    await expect(run(app.update({ topic, namespaces: testGranted }))).rejects.toMatchObject({
      key: 'UNAUTHORIZED_UPDATE_REQUEST',
      message: 'Unauthorized update request.',
    })
  })

  it('is extended by either side', async () => {
    const clock = createJumpingClock()
    const { app, wallet, run, settle } = await createTestPair({ clock })
    const { topic, expiry } = await settle()
    const heard = hear(wallet, 'session_extend')
    clock.jump(3_600_000)
    const { acknowledged } = await run(app.extend({ topic }))
    await run(acknowledged())
    expect(app.session.get(topic).expiry).toBeGreaterThanOrEqual(expiry + 3600)
    expect(wallet.session.get(topic).expiry).toBe(app.session.get(topic).expiry)
    expect(heard).toMatchObject([{ topic }])
  })

  it('carries events, and answers pings half a second late', async () => {
    const { app, wallet, run, settle, clock } = await createTestPair()
    const { topic, pairingTopic } = await settle()
    const events = hear(app, 'session_event')
    const pings = [hear(wallet, 'session_ping'), hear(wallet, 'pairing_ping')]
    const event = { name: 'accountsChanged', data: ['eip155:1:0xabc'] }
    await run(wallet.emit({ topic, event, chainId: 'eip155:1' }))
    await run(Promise.all([app.ping({ topic }), app.ping({ topic: pairingTopic })]))
    await clock.advance(0)
    expect(events).toMatchObject([{ topic, params: { event, chainId: 'eip155:1' } }])
    expect(pings.map(({ length }) => length)).toEqual([1, 1])
  })

  it('ends on both sides: open requests fail, keys, marks and deep link go', async () => {
    const { app, wallet, run, settle, clock } = await createTestPair()
    const { topic } = await settle()
    await run(app.setDeepLink(topic, { href: 'https://wallet.example', name: 'Wallet' }))
    expect(app.getDeepLink(topic)?.name).toBe('Wallet')
    const ended = [hear(app, 'session_delete'), hear(wallet, 'session_delete')]
    const asked = app.request(ask(topic))
    asked.catch(() => {})
    await clock.advance(1000)
    await run(wallet.disconnect({ topic, reason: { code: 1, message: 'x' } }))
    await expect(run(asked)).rejects.toMatchObject({ key: 'USER_DISCONNECTED', code: 6000 })
    expect(ended.map(({ length }) => length)).toEqual([1, 0])
    for (const client of [app, wallet]) {
      const tables = client.internals.leading()?.tables
      const kept = [tables?.keychain, tables?.seen, tables?.sent, tables?.deepLink, tables?.request]
      expect(kept.flatMap((table) => table?.keys() ?? []).filter((key) => key.includes(topic))).toEqual([])
      expect(client.session.length).toBe(0)
      expect(client.internals.leading()?.relayer.topics()).not.toContain(topic)
    }
    await expect(run(app.ping({ topic }))).rejects.toThrow(
      `Missing or invalid. Record was recently deleted - session: ${topic}`,
    )
  })

  it('ends here also when the relay cannot be reached', async () => {
    const { app, run, settle, relay } = await createTestPair()
    const { topic } = await settle()
    relay.stall()
    relay.cut()
    await run(app.disconnect({ topic }))
    expect(app.session.length).toBe(0)
  })

  it('runs out', async () => {
    const clock = createJumpingClock()
    const { app, wallet, settle } = await createTestPair({ clock })
    const { topic } = await settle()
    const heard = [hear(app, 'session_expire'), hear(app, 'session_delete'), hear(wallet, 'session_expire')]
    clock.jump(604_800_000)
    await clock.advance(5000)
    expect(heard).toEqual([[{ topic }], [{ id: 0, topic }], [{ topic }]])
    expect([app.session.length, wallet.session.length]).toEqual([0, 0])
  })

  it('survives a restart of both sides', async () => {
    const storages = { app: createMemoryStorage(), wallet: createMemoryStorage() }
    const clock = createManualClock()
    const relay = createTestRelay({ clock })
    const roles = { app: { around: { storage: storages.app } }, wallet: { around: { storage: storages.wallet } } }
    const first = await createTestPair({ clock, relay, ...roles })
    const { topic } = await first.settle()
    await first.run(Promise.all([first.app.internals.backend.close(), first.wallet.internals.backend.close()]))
    const second = await createTestPair({ clock, relay, ...roles })
    answerAll(second.wallet, 'again')
    expect(second.app.session.keys).toEqual([topic])
    expect(await second.run(second.app.request(ask(topic)))).toBe('again')
  })
})

describe('two clients in one process', () => {
  it('do not meet', async () => {
    const clock = createManualClock()
    const relay = createTestRelay({ clock })
    const first = await createTestPair({ clock, relay, app: { around: { name: 'app-1' } } })
    const second = await createTestPair({
      clock,
      relay,
      app: { around: { name: 'app-2' } },
      wallet: { around: { name: 'wallet-2' } },
    })
    const [one, two] = [await first.settle(), await second.settle()]
    expect(first.app.session.keys).toEqual([one.topic])
    expect(second.app.session.keys).toEqual([two.topic])
    await runUntilSettled(clock, first.wallet.disconnect({ topic: one.topic }))
    expect(second.app.session.length).toBe(1)
    expect(second.wallet.session.length).toBe(1)
  })
})

describe('buildApprovedNamespaces', () => {
  it('gives what approve takes', async () => {
    const { app, wallet, run } = await createTestPair()
    wallet.on('session_proposal', ({ id, params }) => {
      const namespaces = buildApprovedNamespaces({ proposal: params, supportedNamespaces: testGranted })
      void wallet.approve({ id, namespaces })
    })
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
    await run(wallet.pair({ uri }))
    expect((await run(approval())).namespaces).toEqual(testGranted)
  })
})
