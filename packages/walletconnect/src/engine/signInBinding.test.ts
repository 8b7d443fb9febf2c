/**
 * What a wallet signed counts only as the answer to what it was asked. The wallets of these tests sign
 * correctly, with their own key, another text than the one they were asked for.
 */
import { describe, expect, it } from 'vitest'
import { createTestPair, type TestPair, testAsked, testGranted } from '../../../testing/src/relay/createTestPair.ts'
import { createTestSurroundings } from '../../../testing/src/relay/createTestSurroundings.ts'
import { sealSignInAnswer } from '../../../testing/src/sealSignInAnswer.ts'
import { createSignClient } from '../createSignClient.ts'
import type { AuthPayload, Cacao, Participant } from '../records.ts'
import { formatLinkModeUrl } from '../rules/formatLinkModeUrl.ts'
import type { SignClient } from '../signClient.ts'
import { buildAuthObject } from '../signIn/cacao.ts'
import { createTestSigner } from '../signIn/createTestSigner.ts'
import { formatAuthMessage } from '../signIn/formatAuthMessage.ts'
import { populateAuthPayload } from '../signIn/recap.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'

const signer = createTestSigner()

const PARAMS = {
  chains: ['eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: 'abc12345',
  methods: ['personal_sign'],
} as const

/** What a wallet signs in the place of what it was asked. */
type Change = Partial<AuthPayload> & { readonly chain?: string }

const WRONG: readonly (readonly [name: string, change: Change])[] = [
  ...[
    'login.app.example',
    'evil-app.example',
    'pp.example',
    'example',
    'app.example.evil.example',
    'app.exampl',
    'app.example:8443',
    'app.example.',
    'APP.example',
    'app-example',
    'https://app.example',
    'user@app.example',
  ].map((domain) => [`the domain ${domain}`, { domain }] as const),
  ...['abc123456', 'xabc12345', 'abc1234', 'bc12345', 'ABC12345', 'abc1234-'].map(
    (nonce) => [`the nonce ${nonce}`, { nonce }] as const,
  ),
  ...[
    'https://app.example/login/more',
    'https://app.example/login?next=https://evil.example',
    'https://app.example/',
    'https://app.example/Login',
    'http://app.example/login',
    'blob:https://app.example/login',
    'https://evil.example/https://app.example/login',
    'https://app.example/login#',
  ].map((aud) => [`the uri ${aud}`, { aud }] as const),
  ...['eip155:1', 'eip155:100', 'eip155:010', 'eip155:0'].map((chain) => [`the chain ${chain}`, { chain }] as const),
  ['a time that is over', { exp: '2019-12-31T23:59:59Z' }],
  ['a time that is none', { exp: 'tomorrow' }],
  ['a time to come', { nbf: '2999-01-01T00:00:00Z' }],
]

/** The words with which each of them is refused. */
const REFUSED = /^Session settlement failed\. Cacao does not match the request: /

/** Signs what was asked, but for the change. */
function signOther(asked: AuthPayload, { chain = 'eip155:10', ...change }: Change): Cacao {
  const request = {
    ...populateAuthPayload({ authPayload: asked, chains: [...asked.chains], methods: ['personal_sign'] }),
    ...change,
  }
  const iss = signer.iss(chain)
  return buildAuthObject(request, { t: 'eip191', s: signer.sign(formatAuthMessage(request, iss)) }, iss)
}

/** Has the app ask for a sign-in, and the wallet show it. */
async function askSignIn(pair: TestPair) {
  const { app, wallet, run } = pair
  const shown: { id: number; params: { requester: Participant; authPayload: AuthPayload } }[] = []
  wallet.on('session_authenticate', (request) => shown.push(request))
  const { uri = '', response } = await run(app.authenticate(PARAMS))
  const outcome = settled(response())
  await run(wallet.pair({ uri }))
  await expect.poll(() => pair.clock.advance(100).then(() => shown.length)).toBe(1)
  const [request] = shown
  if (!request) throw new Error('The wallet was not asked.')
  return { uri, outcome, id: request.id, requester: request.params.requester, asked: request.params.authPayload }
}

const settled = <Value>(promise: Promise<Value>) =>
  promise.then(
    (value) => ({ value }),
    (error: { code?: unknown; message?: string }) => ({ error: { code: error.code, message: error.message } }),
  )

function hearSessions(client: SignClient): unknown[] {
  const heard: unknown[] = []
  client.on('session_connect', (event) => heard.push(event))
  return heard
}

const authentication = [{ chains: PARAMS.chains, domain: PARAMS.domain, nonce: PARAMS.nonce, uri: PARAMS.uri }] as const

/** Has the app propose with a sign-in, and the wallet grant with this instead of what it was asked. */
async function settleWith(
  pair: TestPair,
  sign: (asked: AuthPayload) => readonly Cacao[],
  asked: NonNullable<Parameters<SignClient['connect']>[0]['authentication']> | null = authentication,
) {
  const { app, wallet, run } = pair
  wallet.on('session_proposal', ({ id, params }) => {
    const [request] = params.requests?.authentication ?? []
    const payload = {
      ...PARAMS,
      aud: PARAMS.uri,
      type: 'caip122',
      version: '1',
      iat: '2020-01-01T00:00:00Z',
      ...request,
    }
    const responses = { authentication: sign(payload) }
    wallet.approve({ id, namespaces: testGranted, proposalRequestsResponses: responses }).catch(() => undefined)
  })
  const { uri = '', approval } = await run(
    app.connect({ optionalNamespaces: testAsked, ...(asked && { authentication: asked }) }),
  )
  const outcome = settled(approval())
  await run(wallet.pair({ uri }))
  return run(outcome)
}

describe('a wallet that signs what it was asked', () => {
  it('is heard in each form, so that what follows fails by the change alone', async () => {
    const pair = await createTestPair()
    const { outcome, id, requester, asked } = await askSignIn(pair)
    pair.relay.publish(await sealSignInAnswer({ id, requester, cacaos: [signOther(asked, {})] }))
    expect(await pair.run(outcome)).toMatchObject({ value: { auths: [{}], session: {} } })

    const other = await createTestPair()
    const done = await settleWith(other, (payload) => [signOther(payload, {})])
    expect(done).toMatchObject({ value: { authentication: [{}] } })
  })
})

describe('no session comes of a sign-in', () => {
  it.each(WRONG)('that is answered with %s', async (_name, change) => {
    const pair = await createTestPair()
    const { app, run, relay, clock } = pair
    const heard = hearSessions(app)
    const { outcome, id, requester, asked } = await askSignIn(pair)
    relay.publish(await sealSignInAnswer({ id, requester, cacaos: [signOther(asked, change)] }))
    expect(await run(outcome)).toMatchObject({ error: { code: 7000, message: expect.stringMatching(REFUSED) } })
    await clock.advance(1000)
    expect([app.session.length, heard]).toEqual([0, []])
    expect(app.internals.leading()?.tables.authKey.keys()).toEqual([])
  })

  it.each(WRONG)('in a proposal that is answered with %s', async (_name, change) => {
    const pair = await createTestPair()
    const heard = hearSessions(pair.app)
    const outcome = await settleWith(pair, (payload) => [signOther(payload, change)])
    expect(outcome).toMatchObject({ error: { code: 7000, message: expect.stringMatching(REFUSED) } })
    await pair.clock.advance(1000)
    expect([pair.app.session.length, heard]).toEqual([0, []])
  })

  it.each(WRONG)('that a wallet of ours is to send with %s', async (_name, change) => {
    const pair = await createTestPair()
    const { wallet, run } = pair
    const { id, asked } = await askSignIn(pair)
    const sent = settled(wallet.approveSessionAuthenticate({ id, auths: [signOther(asked, change)] }))
    expect(await run(sent)).toMatchObject({ error: { code: 7000, message: expect.stringMatching(REFUSED) } })
    expect([wallet.session.length, wallet.auth.requests.length]).toEqual([0, 1])
  })

  it('of which one object of several is wrong, wherever it stands', async () => {
    for (const order of [0, 1]) {
      const pair = await createTestPair()
      const { app, run, relay } = pair
      const { outcome, id, requester, asked } = await askSignIn(pair)
      const cacaos = [signOther(asked, {}), signOther(asked, { domain: 'evil.example' })]
      relay.publish(await sealSignInAnswer({ id, requester, cacaos: order ? cacaos : cacaos.reverse() }))
      expect(await run(outcome)).toMatchObject({ error: { code: 7000 } })
      expect(app.session.length).toBe(0)

      const other = await createTestPair()
      const objects = (payload: AuthPayload) => [
        signOther(payload, order ? {} : { nonce: 'other123' }),
        signOther(payload, order ? { nonce: 'other123' } : {}),
      ]
      expect(await settleWith(other, objects)).toMatchObject({ error: { code: 7000 } })
      expect(other.app.session.length).toBe(0)
    }
  })

  it('that takes its parts from two requests, each of which was made', async () => {
    const pair = await createTestPair()
    const two = [authentication[0], { ...authentication[0], nonce: 'second12', domain: 'two.example' }]
    const mixed = (payload: AuthPayload) => [signOther(payload, { nonce: 'second12' })]
    expect(await settleWith(pair, mixed, two)).toMatchObject({ error: { code: 7000 } })
    expect(pair.app.session.length).toBe(0)
  })

  it('that nobody asked for', async () => {
    const pair = await createTestPair()
    const outcome = await settleWith(pair, (payload) => [signOther(payload, {})], null)
    expect(outcome).toMatchObject({ error: { message: expect.stringMatching('nothing was asked to be signed') } })
    expect(pair.app.session.length).toBe(0)
  })

  it('that comes with the proposal which goes beside a sign-in', async () => {
    const pair = await createTestPair()
    const { app, wallet, run } = pair
    wallet.on('session_proposal', ({ id }) => {
      const payload = { ...PARAMS, aud: PARAMS.uri, type: 'caip122', version: '1', iat: '2020-01-01T00:00:00Z' }
      const responses = { authentication: [signOther(payload, { domain: 'evil.example' })] }
      wallet.approve({ id, namespaces: testGranted, proposalRequestsResponses: responses }).catch(() => undefined)
    })
    const { uri = '', response } = await run(app.authenticate(PARAMS))
    const outcome = settled(response())
    await run(wallet.pair({ uri }))
    expect(await run(outcome)).toMatchObject({ error: { code: 7000 } })
    expect(app.session.length).toBe(0)
    expect(app.internals.leading()?.tables.keychain.keys().toSorted()).toEqual(['seed', uri.slice(3, 67)].toSorted())
  })

  it('that somebody else signed, or nobody', async () => {
    const pair = await createTestPair()
    const { app, run, relay } = pair
    for (const forge of [
      (cacao: Cacao): Cacao => ({ ...cacao, p: { ...cacao.p, iss: createTestSigner(8).iss('eip155:10') } }),
      (cacao: Cacao): Cacao => ({ ...cacao, s: { t: 'eip191', s: `0x${'11'.repeat(65)}` } }),
      (cacao: Cacao): Cacao => ({ ...cacao, p: { ...cacao.p, statement: 'Another one.' } }),
      (cacao: Cacao): Cacao => ({ ...cacao, p: { ...cacao.p, resources: [] } }),
      (cacao: Cacao): Cacao => ({ ...cacao, s: { ...cacao.s, t: 'eip1271' } }),
    ]) {
      const { outcome, id, requester, asked } = await askSignIn(pair)
      relay.publish(await sealSignInAnswer({ id, requester, cacaos: [forge(signOther(asked, {}))] }))
      expect(await run(outcome)).toMatchObject({ error: { message: expect.stringMatching('Signature verification') } })
    }
    expect(app.session.length).toBe(0)
  })

  it('without a single object', async () => {
    const pair = await createTestPair()
    const { outcome, id, requester } = await askSignIn(pair)
    pair.relay.publish(await sealSignInAnswer({ id, requester, cacaos: [] }))
    expect(await pair.run(outcome)).toMatchObject({ error: { code: 7000 } })
    expect(pair.app.session.length).toBe(0)
  })
})

describe('a page that was loaded anew holds an answer to what the page before asked', () => {
  const reload = async (pair: TestPair, storage: ReturnType<typeof createMemoryStorage>) => {
    await pair.run(pair.app.close())
    const { relay, clock } = pair
    return createSignClient({
      relayUrl: 'wss://relay.example',
      metadata: pair.app.metadata,
      surroundings: createTestSurroundings({ name: 'again', relay, clock, storage }),
    })
  }

  it.each([
    ['what was asked', {}, 1],
    ['another domain', { domain: 'evil-app.example' }, 0],
    ['another nonce', { nonce: 'abc123456' }, 0],
    ['another uri', { aud: 'https://app.example/login/more' }, 0],
    ['another chain', { chain: 'eip155:1' }, 0],
  ] as const)('in a sign-in, %s', async (_name, change, sessions) => {
    const storage = createMemoryStorage()
    const pair = await createTestPair({ app: { around: { storage } } })
    const { id, requester, asked } = await askSignIn(pair)
    const again = await reload(pair, storage)
    const heard = hearSessions(again)
    pair.relay.publish(await sealSignInAnswer({ id, requester, cacaos: [signOther(asked, change)] }))
    await expect
      .poll(() => pair.clock.advance(100).then(() => again.internals.leading()?.tables.authKey.keys()))
      .toEqual([])
    expect([again.session.length, heard.length]).toEqual([sessions, sessions])
  })

  it.each([
    ['what was asked', {}, 1],
    ['another domain', { domain: 'evil-app.example' }, 0],
    ['another nonce', { nonce: 'abc123456' }, 0],
    ['another uri', { aud: 'https://app.example/login/more' }, 0],
    ['another chain', { chain: 'eip155:1' }, 0],
  ] as const)('in a proposal, %s', async (_name, change, sessions) => {
    const storage = createMemoryStorage()
    const pair = await createTestPair({ app: { around: { storage } } })
    const { app, wallet, run, clock } = pair
    const { uri = '' } = await run(app.connect({ optionalNamespaces: testAsked, authentication }))
    const again = await reload(pair, storage)
    const heard = hearSessions(again)
    wallet.on('session_proposal', ({ id, params }) => {
      const [request] = params.requests?.authentication ?? []
      if (!request) return
      const responses = { authentication: [signOther(request, change)] }
      wallet.approve({ id, namespaces: testGranted, proposalRequestsResponses: responses }).catch(() => undefined)
    })
    await run(wallet.pair({ uri }))
    await expect.poll(() => clock.advance(100).then(() => again.proposal.length)).toBe(0)
    expect([again.session.length, heard.length]).toEqual([sessions, sessions])
  })
})

describe('an answer by a link is held to what was asked', () => {
  it.each([
    ['what was asked', {}, 1],
    ['another domain', { domain: 'login.app.example' }, 0],
    ['another nonce', { nonce: 'abc123456' }, 0],
    ['another uri', { aud: 'https://app.example/login/more' }, 0],
    ['another chain', { chain: 'eip155:1' }, 0],
  ] as const)('%s', async (_name, change, sessions) => {
    const links: string[] = []
    const optionsOf = (name: string) => ({
      metadata: {
        name,
        description: name,
        url: `https://${name}.example`,
        icons: [],
        redirect: { universal: `https://${name}.example/app`, linkMode: true },
      },
      around: { openLink: async (url: string) => void links.push(url) },
    })
    const pair = await createTestPair({ app: optionsOf('app'), wallet: optionsOf('wallet') })
    const { app, wallet, run, clock } = pair
    const first = await askSignIn(pair)
    await run(wallet.approveSessionAuthenticate({ id: first.id, auths: [signOther(first.asked, {})] }))
    expect(await run(first.outcome)).toMatchObject({ value: { session: {} } })
    const before = app.session.length

    const asked: { id: number; params: { requester: Participant; authPayload: AuthPayload } }[] = []
    wallet.on('session_authenticate', (request) => asked.push(request))
    const { response } = await run(app.authenticate(PARAMS, 'https://wallet.example/app'))
    const outcome = settled(response())
    await run(wallet.receiveLink(links.at(-1) ?? ''))
    await expect.poll(() => clock.advance(100).then(() => asked.length)).toBe(1)
    const [request] = asked
    if (!request) throw new Error('The wallet was not asked.')
    const { id, params } = request
    const cacaos = [signOther(params.authPayload, change)]
    const { topic, message } = await sealSignInAnswer({ id, requester: params.requester, cacaos }, 'base64url')
    await run(app.receiveLink(formatLinkModeUrl('https://app.example/app', topic, message)))
    expect(await run(outcome)).toMatchObject(sessions ? { value: { session: {} } } : { error: { code: 7000 } })
    expect(app.session.length - before).toBe(sessions)
  })
})
