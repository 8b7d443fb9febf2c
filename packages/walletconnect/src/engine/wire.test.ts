/** The published vectors' recorded run of other peers, `wire`: what they said means the same to us, and we say it as they do. */
import { describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../../testing/src/createManualClock.ts'
import { createTestPair, runUntilSettled } from '../../../testing/src/relay/createTestPair.ts'
import { createTestRelay } from '../../../testing/src/relay/createTestRelay.ts'
import { createTestSurroundings } from '../../../testing/src/relay/createTestSurroundings.ts'
import { createSignClient } from '../createSignClient.ts'
import { fromBase64, toText } from '../crypto/bytes.ts'
import { openEnvelope, readEnvelope } from '../crypto/envelope.ts'
import { createIdentity } from '../crypto/identity.ts'
import type { SignClientEvents } from '../events.ts'
import type { StoredRecord } from '../ports.ts'
import type { Cacao, Metadata, SessionNamespaces } from '../records.ts'
import { parseFrame, parseInbound } from '../relay/frames.ts'
import { relayUrl } from '../rules/relayUrl.ts'
import type { SignClient } from '../signClient.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import vectors from '../vectors.json' with { type: 'json' }

type Sealed = { readonly payload: Readonly<Record<string, unknown>>; readonly symKey?: string }
type Recorded = {
  readonly from: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly decrypted?: Readonly<Record<string, Sealed>>
}

const CALLS = vectors.wire.calls as unknown as readonly Recorded[]
const PROPOSE = CALLS.find(({ method }) => method === 'wc_proposeSession') as Recorded
const APPROVE = CALLS.find(({ method }) => method === 'wc_approveSession') as Recorded
const PAIRING = String(PROPOSE.params.pairingTopic)
const SESSION = String(APPROVE.params.sessionTopic)
const KEYS = {
  dapp: vectors.storage.dapp['wc@2:core:0.3//keychain'] as Readonly<Record<string, string>>,
  wallet: vectors.storage.wallet['wc@2:core:0.3//keychain'] as Readonly<Record<string, string>>,
}
const DAPP = vectors.storage.dapp['wc@2:client:0.3//session'][0]?.self.metadata as Metadata
const WALLET = vectors.storage.dapp['wc@2:client:0.3//session'][0]?.peer.metadata as Metadata
const proposal = PROPOSE.decrypted?.sessionProposal?.payload.params as Readonly<Record<string, unknown>> & {
  id: number
}
type Grant = { readonly namespaces: SessionNamespaces }
const settlement = APPROVE.decrypted?.sessionSettlementRequest?.payload.params as Grant
const START = 1_795_221_320_290

const payloadOf = (call: Recorded): Readonly<Record<string, unknown>> => call.decrypted?.message?.payload ?? {}
const on = (from: string) =>
  CALLS.filter((call) => call.from === from && call.params.topic === SESSION && call.decrypted)

async function open(metadata: Metadata, records: readonly StoredRecord[]) {
  const clock = createManualClock(START)
  const relay = createTestRelay({ clock })
  const client = await createSignClient({
    relayUrl: 'wss://relay.example',
    metadata,
    surroundings: createTestSurroundings({ name: metadata.name, relay, clock, storage: createMemoryStorage(records) }),
  })
  await clock.advance(100)
  return { clock, relay, client }
}

/** Lets the clock run until something has come true. */
const until = (clock: ManualClock, isTrue: () => boolean): Promise<void> =>
  runUntilSettled(
    clock,
    new Promise((resolve) => {
      const look = (): unknown => (isTrue() ? resolve() : setTimeout(look, 0))
      look()
    }),
  )

function hearAll(client: SignClient): (readonly [string, unknown])[] {
  const heard: (readonly [string, unknown])[] = []
  const names: readonly (keyof SignClientEvents)[] = [
    'session_proposal',
    'session_connect',
    'session_event',
    'session_update',
    'session_extend',
    'session_ping',
    'session_request',
    'session_delete',
  ]
  for (const name of names) client.on(name, (payload) => heard.push([name, payload]))
  return heard
}

const record = (table: string, key: string, value: unknown): StoredRecord => ({ table, key, value })
const pairing = (active: boolean) =>
  record('pairing', PAIRING, { topic: PAIRING, expiry: START / 1000 + 300, relay: { protocol: 'irn' }, active })

const updated = on('wallet')
  .map(payloadOf)
  .find(({ method }) => method === 'wc_sessionUpdate')?.params as Grant

describe('vector wire', () => {
  it('the recorded wallet connects our app, which hears all that it heard then', async () => {
    const requests = on('dapp').filter(
      (call) => payloadOf(call).method === 'wc_sessionRequest' || payloadOf(call).method === 'wc_sessionPing',
    )
    const { clock, relay, client } = await open(DAPP, [
      ...Object.entries(KEYS.dapp)
        .filter(([key]) => key !== SESSION && key !== 'client_ed25519_seed')
        .map(([key, value]) => record('keychain', key, value)),
      pairing(false),
      record('proposal', String(proposal.id), proposal),
      ...[{ id: proposal.id, topic: PAIRING, method: 'wc_sessionPropose' }].map((sent) =>
        record('sent', String(sent.id), { ...sent, expiry: START / 1000 + 300 }),
      ),
    ])
    const heard = hearAll(client)
    relay.publish({ topic: PAIRING, message: String(APPROVE.params.sessionProposalResponse), tag: 1101 })
    relay.publish({ topic: SESSION, message: String(APPROVE.params.sessionSettlementRequest), tag: 1102 })
    await until(clock, () => client.session.length > 0)
    const session = client.session.get(SESSION)
    const {
      expiry: _expiry,
      namespaces: _namespaces,
      ...kept
    } = vectors.storage.dapp['wc@2:client:0.3//session'][0] ?? {}
    expect(session).toMatchObject(kept)
    // The sent requests of that run, so that their answers find who waits.
    await client.internals.leading()?.tables.commit(
      requests.map((call) => {
        const { id, method } = payloadOf(call) as { id: number; method: string }
        return { table: 'sent', key: String(id), value: { id, topic: SESSION, method, expiry: START / 1000 + 900 } }
      }),
    )
    const answers = requests.map((call) =>
      client.internals.backend
        .call('awaitAnswer', { id: Number(payloadOf(call).id) }, { callId: String(payloadOf(call).id) })
        .catch((error: unknown) => error),
    )
    for (const call of on('wallet')) {
      relay.publish({ topic: SESSION, message: String(call.params.message), tag: Number(call.params.tag) })
      await clock.advance(100)
    }
    expect(await runUntilSettled(clock, Promise.all(answers))).toMatchObject([
      '0xsig',
      { name: 'PeerError', code: 5000, message: 'User rejected.' },
      true,
    ])
    await until(clock, () => heard.length === 5)
    const told = on('wallet').map(payloadOf)
    const paramsOf = (method: string) => told.find((payload) => payload.method === method)?.params
    expect(heard.map(([name]) => name)).toEqual([
      'session_connect',
      'session_event',
      'session_update',
      'session_extend',
      'session_delete',
    ])
    expect(heard[1]?.[1]).toMatchObject({ params: paramsOf('wc_sessionEvent') })
    expect(heard[2]?.[1]).toMatchObject({ params: paramsOf('wc_sessionUpdate') })
    expect(client.session.length).toBe(0)
  })

  it('the recorded app proposes to our wallet, acknowledges, asks and pings', async () => {
    const first = await open(WALLET, [pairing(false), record('keychain', PAIRING, KEYS.wallet[PAIRING])])
    const proposals = hearAll(first.client)
    first.relay.publish({ topic: PAIRING, message: String(PROPOSE.params.sessionProposal), tag: 1100 })
    await until(first.clock, () => proposals.length > 0)
    expect(proposals).toMatchObject([['session_proposal', { id: proposal.id, params: proposal }]])

    const settled = vectors.storage.wallet['wc@2:client:0.3//session'][0]
    const settle = APPROVE.decrypted?.sessionSettlementRequest?.payload.id as number
    const { clock, relay, client } = await open(WALLET, [
      record('keychain', SESSION, KEYS.wallet[SESSION]),
      record('session', SESSION, { ...settled, acknowledged: false }),
      record('sent', String(settle), {
        id: settle,
        topic: SESSION,
        method: 'wc_sessionSettle',
        expiry: START / 1000 + 300,
        proposalId: proposal.id,
      }),
    ])
    const heard = hearAll(client)
    for (const call of on('dapp')) {
      relay.publish({ topic: SESSION, message: String(call.params.message), tag: Number(call.params.tag) })
      await clock.advance(2000)
    }
    await until(clock, () => heard.length === 2 && client.getPendingSessionRequests().length === 2)
    expect(client.session.get(SESSION).acknowledged).toBe(true)
    const [request] = on('dapp').filter((call) => payloadOf(call).method === 'wc_sessionRequest')
    expect(heard.map(([name]) => name)).toEqual(['session_request', 'session_ping'])
    expect(heard[0]?.[1]).toMatchObject({ params: request && payloadOf(request).params })
    expect(client.getPendingSessionRequests()).toHaveLength(2)
  })

  it('what we send has the recorded shape: tags, lifetimes, prompts, and payloads to the order of their keys', async () => {
    const pair = await createTestPair({ app: { metadata: DAPP }, wallet: { metadata: WALLET } })
    const { app, wallet, run, relay, clock } = pair
    const { namespaces } = settlement
    wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces, sessionProperties: { a: '1' } }))
    const optionalNamespaces = proposal.optionalNamespaces as never
    const { uri = '', approval } = await run(
      app.connect({ optionalNamespaces, sessionProperties: { a: '1' }, scopedProperties: { eip155: { x: 1 } } }),
    )
    await run(wallet.pair({ uri }))
    const { topic } = await run(approval())
    const keys = { ...snapshotKeys(app), ...snapshotKeys(wallet) }
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', '0xabc'] }
    wallet.once(
      'session_request',
      ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsig' } }),
    )
    await run(app.request({ topic, chainId: 'eip155:1', request }))
    const error = { code: 5000, message: 'User rejected.' }
    wallet.once('session_request', ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', error } }))
    await run(
      app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['no'] } }).catch(() => {}),
    )
    await run(wallet.emit({ topic, event: { name: 'accountsChanged', data: ['eip155:1:0xabc'] }, chainId: 'eip155:1' }))
    await run((await run(wallet.update({ topic, namespaces: updated.namespaces }))).acknowledged())
    await run((await run(wallet.extend({ topic }))).acknowledged())
    await run(app.ping({ topic }))
    await run(wallet.disconnect({ topic }))
    await clock.advance(100)
    wallet.once('session_proposal', ({ id }) => void wallet.reject({ id, reason: error }))
    const second = await run(app.connect({ optionalNamespaces }))
    await run(wallet.pair({ uri: second.uri ?? '' }))
    await run(second.approval().catch(() => {}))
    Object.assign(keys, snapshotKeys(app))

    const walletId = wallet.internals.leading()?.relayer.clientId
    const ours = relay.calls
      .filter(({ method }) => /^wc_|irn_publish/.test(method))
      .map((call) => ({
        from: call.clientId === walletId ? 'wallet' : 'dapp',
        method: call.method,
        params: call.params,
        decrypted: Object.fromEntries(
          Object.entries(call.params).flatMap(([name, value]) => {
            if (!['message', 'sessionProposal', 'sessionProposalResponse', 'sessionSettlementRequest'].includes(name))
              return []
            const about =
              name === 'message'
                ? call.params.topic
                : name.startsWith('sessionP')
                  ? call.params.pairingTopic
                  : call.params.sessionTopic
            const envelope = readEnvelope(String(value))
            const key = keys[String(about)] ?? ''
            return envelope.type === 0 ? [[name, { payload: JSON.parse(openEnvelope(envelope, key)) }]] : []
          }),
        ),
      }))
    const theirs = CALLS.filter(
      ({ method, params }) => /^wc_|irn_publish/.test(method) && Number(params.tag ?? 0) < 1116,
    )
      // The last proposal and publishes of the recorded run are its sign-in's.
      .filter(({ params }) => params.topic === undefined || params.topic === SESSION)
    const rejected = CALLS.filter(({ params }) => params.tag === 1120)
    expect(ours.map(shapeOf)).toEqual([...theirs, ...rejected].map(shapeOf))
  })

  const signIn = CALLS.filter(({ params }) => params.tag === 1116 || (params.tag === 1100 && params.topic))
  const [asked, fallback] = signIn as [Recorded, Recorded]
  const answered = CALLS.find(({ params }) => params.tag === 1117) as Recorded
  const topic = String(asked.params.topic)
  const { authPayload, ...rest } = payloadOf(asked).params as SignClientEvents['session_authenticate']['params']

  it('the recorded app asks our wallet to sign in, which takes the recorded signature and answers in the recorded shape', async () => {
    const { clock, relay, client } = await open(WALLET, [
      record('pairing', topic, { topic, expiry: START / 1000 + 300, relay: { protocol: 'irn' }, active: false }),
      record('keychain', topic, asked.decrypted?.message?.symKey),
    ])
    const heard: SignClientEvents['session_authenticate'][] = []
    client.on('session_authenticate', (event) => heard.push(event))
    for (const { params } of signIn) relay.publish({ topic, message: String(params.message), tag: Number(params.tag) })
    await until(clock, () => heard.length === 1 && client.proposal.length === 1)
    expect(heard).toMatchObject([{ id: payloadOf(asked).id, topic, params: { authPayload, ...rest } }])
    expect(client.proposal.values).toMatchObject([payloadOf(fallback).params])
    const { cacaos } = payloadOf(answered).result as { readonly cacaos: readonly Cacao[] }
    const { session } = await runUntilSettled(
      clock,
      client.approveSessionAuthenticate({ id: Number(payloadOf(asked).id), auths: cacaos }),
    )
    expect(session?.namespaces.eip155?.methods).toEqual(['personal_sign'])
    expect(client.proposal.length).toBe(0)
    const call = relay.calls.find(({ params }) => params.tag === 1117)
    const envelope = readEnvelope(String(call?.params.message))
    if (!call || envelope.type !== 1) throw new Error('not answered')
    expect(call.params.topic).toBe(answered.params.topic)
    const payload = JSON.parse(openEnvelope(envelope, snapshotKeys(client)[session?.topic ?? ''] ?? ''))
    expect(payload).toMatchObject({ id: payloadOf(asked).id, result: { cacaos } })
    const sealed = { method: call.method, params: call.params, from: 'wallet', decrypted: { message: { payload } } }
    expect(shapeOf(sealed)).toEqual(shapeOf(answered))
  })

  it('our app asks for a sign-in as the recorded one did', async () => {
    const { app, run, relay } = await createTestPair({
      app: { metadata: DAPP },
      clock: createManualClock(Date.parse(authPayload.iat)),
    })
    const { chains, statement, aud: uri, domain, nonce } = authPayload
    await run(app.authenticate({ chains, statement, uri, domain, nonce, methods: ['personal_sign'] }))
    const keys = snapshotKeys(app)
    const ours = relay.calls
      .filter(({ method }) => method === 'irn_publish')
      .map(({ method, params }) => {
        const envelope = readEnvelope(String(params.message))
        const text = envelope.type === 0 ? openEnvelope(envelope, keys[String(params.topic)] ?? '') : ''
        return { from: 'dapp', method, params, decrypted: { message: { payload: JSON.parse(text) } } }
      })
    expect(ours.map(shapeOf)).toEqual(signIn.map(shapeOf))
    expect(payloadOf(ours[0] as Recorded).params).toMatchObject({ authPayload })
  })

  it.each(['dapp', 'wallet'] as const)('the %s comes to the relay with the same token to the byte', async (who) => {
    const given = vectors.wire.connection[who === 'dapp' ? 0 : 1]
    const claims = JSON.parse(toText(fromBase64(given?.auth.split('.')[1] ?? '')))
    const identity = await createIdentity(KEYS[who].client_ed25519_seed ?? '')
    expect(identity.clientId).toBe(claims.iss)
    const auth = await identity.signToken({ audience: claims.aud, subject: claims.sub, nowMs: claims.iat * 1000 })
    const address = relayUrl({ relayUrl: claims.aud, auth, userAgent: given?.ua ?? '', projectId: given?.projectId })
    expect([...new URL(address).searchParams]).toEqual(Object.entries(given ?? {}))
  })

  it('the recorded delivery is read whole', () => {
    const { id, params } = vectors.wire.delivery
    const frame = parseFrame(JSON.stringify(vectors.wire.delivery))
    expect(frame).toMatchObject({ kind: 'request', id: JSON.stringify(id), method: 'irn_subscription' })
    const { attestation, ...data } = params.data
    expect(parseInbound(frame?.kind === 'request' ? frame.params : undefined, 0)).toMatchObject({
      ...data,
      attestation: attestation ?? undefined,
    })
  })
})

function snapshotKeys(client: SignClient): Record<string, string> {
  const { keychain } = client.internals.leading()?.tables ?? {}
  return Object.fromEntries((keychain?.keys() ?? []).map((key) => [key, keychain?.get(key) ?? '']))
}

/** Fields that only feed a vendor's statistics; they are never sent. */
const STATISTICS =
  /^(approved\w+|rpcMethods|chainId|txHashes|contractAddresses|sessionProperties|scopedProperties|correlationId)$/

function shapeOf({ from, method, params, decrypted }: Recorded): unknown {
  const { tag, ttl, prompt } = params
  const names = Object.keys(params).filter((name) => !STATISTICS.test(name))
  const payloads = Object.values(decrypted ?? {}).map(({ payload }) => describeShape(payload))
  return { from, method, tag, ttl, prompt, names, payloads }
}

/** A value's keys in their order, with short texts and numbers that are no ids or times. */
function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeShape)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([key, inner]) => [key, describeShape(inner)])
  if (typeof value === 'number') return value > 1_000_000_000 ? 'number' : value
  return typeof value === 'string' && value.length >= 64 ? 'text' : value
}
