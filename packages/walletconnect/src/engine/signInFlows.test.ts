import { describe, expect, it } from 'vitest'
import { createTestPair, type TestPair, testAsked, testGranted } from '../../../testing/src/relay/createTestPair.ts'
import { createTestSurroundings } from '../../../testing/src/relay/createTestSurroundings.ts'
import { createSignClient } from '../createSignClient.ts'
import type { AuthPayload, Cacao } from '../records.ts'
import type { SignClient } from '../signClient.ts'
import { buildAuthObject } from '../signIn/cacao.ts'
import { createTestSigner } from '../signIn/createTestSigner.ts'
import { populateAuthPayload } from '../signIn/recap.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'

const signer = createTestSigner()
const ADDRESS = signer.address
const ISS = signer.iss()

function signIn(wallet: SignClient, payload: AuthPayload): Cacao {
  const request = populateAuthPayload({
    authPayload: payload,
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sign'],
  })
  return buildAuthObject(request, { t: 'eip191', s: signer.sign(wallet.formatAuthMessage({ request, iss: ISS })) }, ISS)
}

const PARAMS = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: 'abc12345',
  statement: 'Sign in',
  methods: ['personal_sign', 'eth_sendTransaction'],
} as const

async function ask(pair: TestPair, params: Parameters<SignClient['authenticate']>[0] = PARAMS) {
  const { uri = '', response } = await pair.run(pair.app.authenticate(params))
  const waits = response()
  waits.catch(() => {})
  return { uri, waits }
}

describe('signing in', () => {
  it('brings the signed objects and the session that their capability grants, which the wallet may update', async () => {
    const pair = await createTestPair()
    const { app, wallet, run } = pair
    const proposals: unknown[] = []
    wallet.on('session_proposal', (proposal) => proposals.push(proposal))
    wallet.on('session_authenticate', ({ id, params }) => {
      void wallet.approveSessionAuthenticate({ id, auths: [signIn(wallet, params.authPayload)] })
    })
    const { uri, waits } = await ask(pair)
    expect(new URL(uri).searchParams.get('methods')).toBe('wc_sessionAuthenticate')
    await run(wallet.pair({ uri }))
    const { auths, session } = await run(waits)
    expect(auths?.[0]?.p).toMatchObject({ iss: ISS, domain: 'app.example', aud: PARAMS.uri, nonce: PARAMS.nonce })
    expect(session?.namespaces).toEqual({
      eip155: {
        accounts: [`eip155:1:${ADDRESS}`, `eip155:10:${ADDRESS}`],
        chains: ['eip155:1', 'eip155:10'],
        methods: ['personal_sign'],
        events: ['chainChanged', 'accountsChanged'],
      },
    })
    expect(proposals).toEqual([])
    expect([app.proposal.length, wallet.proposal.length, wallet.auth.requests.length]).toEqual([0, 0, 0])
    const topic = session?.topic ?? ''
    const theirs = wallet.session.get(topic)
    expect([theirs.controller, session?.controller]).toEqual([theirs.self.publicKey, theirs.self.publicKey])
    const namespaces = { eip155: { ...theirs.namespaces.eip155, accounts: [`eip155:1:${ADDRESS}`] } }
    const update = { topic, namespaces } as Parameters<SignClient['update']>[0]
    const { acknowledged } = await run(wallet.update(update))
    await run(acknowledged())
    expect(app.session.get(topic).namespaces.eip155?.accounts).toEqual([`eip155:1:${ADDRESS}`])
  })

  it('makes one session of several objects, one a chain', async () => {
    const pair = await createTestPair()
    const { wallet, run } = pair
    wallet.on('session_authenticate', ({ id, params: { authPayload } }) => {
      const auths = ['eip155:1', 'eip155:10'].map((chain) => {
        const request = populateAuthPayload({ authPayload, chains: [chain], methods: ['personal_sign'] })
        const iss = signer.iss(chain)
        return buildAuthObject(
          request,
          { t: 'eip191', s: signer.sign(wallet.formatAuthMessage({ request, iss })) },
          iss,
        )
      })
      void wallet.approveSessionAuthenticate({ id, auths })
    })
    const { uri, waits } = await ask(pair)
    await run(wallet.pair({ uri }))
    const { auths, session } = await run(waits)
    expect(auths).toHaveLength(2)
    expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${ADDRESS}`, `eip155:10:${ADDRESS}`])
  })

  it('falls back to an ordinary session with a wallet that listens for no sign-ins', async () => {
    const pair = await createTestPair()
    const { wallet, run, app } = pair
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: testGranted }))
    const { uri, waits } = await ask(pair)
    await run(wallet.pair({ uri }))
    const { auths, session } = await run(waits)
    expect(auths).toBeUndefined()
    expect(session?.topic).toBe(wallet.session.keys[0])
    expect(wallet.auth.requests.length).toBe(0)
    expect(app.internals.leading()?.tables.authKey.keys()).toEqual([])
  })

  it('fails as soon as a wallet that listens for no sign-ins refuses the proposal beside it', async () => {
    const pair = await createTestPair()
    const { app, wallet, run } = pair
    const before = app.internals.leading()?.tables.keychain.keys()
    wallet.on('session_proposal', ({ id }) => void wallet.reject({ id, reason: { code: 5000, message: 'No.' } }))
    const { uri, waits } = await ask(pair)
    await run(wallet.pair({ uri }))
    const asked = pair.clock.now()
    await expect(run(waits)).rejects.toMatchObject({ code: 5000, message: 'No.' })
    expect(pair.clock.now() - asked).toBeLessThan(5000)
    const tables = app.internals.leading()?.tables
    expect([tables?.authKey.keys(), tables?.keychain.keys()]).toEqual([[], [...(before ?? []), uri.slice(3, 67)]])
  })

  it('leaves no proposal behind in the wallet when the one that goes with it comes after the answer', async () => {
    const pair = await createTestPair()
    const { app, wallet, run, relay } = pair
    wallet.on('session_authenticate', ({ id, params }) => {
      void wallet.approveSessionAuthenticate({ id, auths: [signIn(wallet, params.authPayload)] })
    })
    const { uri, waits } = await ask(pair)
    const isLate = relay.interfere(({ text }) => (text.includes('"tag":1100') ? { delayMs: 20_000 } : 'pass'))
    await run(wallet.pair({ uri }))
    expect((await run(waits)).session?.topic).toBe(wallet.session.keys[0])
    isLate()
    await pair.clock.advance(21_000)
    expect([app.proposal.length, wallet.proposal.length]).toEqual([0, 0])
    expect(relay.listMessages().filter(({ tag, takenBy }) => tag === 1100 && takenBy.size === 0)).toEqual([])
  })

  it.each(['a yes', 'a no'])(
    'reaches the app also when the wallet dies between keeping %s and sending it',
    async (answer) => {
      const storage = createMemoryStorage()
      const pair = await createTestPair({ wallet: { around: { storage } } })
      const { app, wallet, run, relay, clock, surroundings } = pair
      let isAsked = false
      wallet.on('session_authenticate', ({ id, params }) => {
        isAsked = true
        const auths = [signIn(wallet, params.authPayload)]
        const reason = { code: 12001, message: 'No.' }
        const said =
          answer === 'a yes'
            ? wallet.approveSessionAuthenticate({ id, auths })
            : wallet.rejectSessionAuthenticate({ id, reason })
        said.catch(() => {})
      })
      const { uri, waits } = await ask(pair)
      const heal = relay.interfere(({ params }) => (params.tag === 1117 || params.tag === 1118 ? 'drop' : 'pass'))
      await run(wallet.pair({ uri }))
      // Signatures are checked by code that loads when first needed.
      await expect.poll(() => clock.advance(100).then(() => isAsked && wallet.auth.requests.length === 0)).toBe(true)
      // The process is gone without a word: it says nothing more, and another one claims the storage.
      surroundings.wallet.reachability.setOnline(false)
      const again = await createSignClient({
        relayUrl: 'wss://relay.example',
        metadata: wallet.metadata,
        surroundings: createTestSurroundings({ name: 'again', relay, clock, storage }),
      })
      heal()
      if (answer === 'a yes') {
        expect((await run(waits)).session?.topic).toBe(again.session.keys[0])
        expect(again.session.length).toBe(1)
        await run(app.ping({ topic: again.session.keys[0] ?? '' }))
      } else await expect(run(waits)).rejects.toMatchObject({ code: 12001, message: 'No.' })
      await expect.poll(() => clock.advance(100).then(() => again.internals.leading()?.tables.sent.keys())).toEqual([])
    },
  )

  it('is refused by the wallet with its own words', async () => {
    const pair = await createTestPair()
    const { wallet, run, relay } = pair
    wallet.on('session_authenticate', ({ id }) => {
      void wallet.rejectSessionAuthenticate({ id, reason: { code: 12001, message: 'No.' } })
    })
    const { uri, waits } = await ask(pair)
    await run(wallet.pair({ uri }))
    await expect(run(waits)).rejects.toMatchObject({ code: 12001, message: 'No.' })
    expect(relay.listMessages().map(({ tag }) => tag)).toContain(1118)
  })

  it('does not let a wallet send what its account has not signed', async () => {
    const pair = await createTestPair()
    const { wallet, run } = pair
    const outcomes: Promise<unknown>[] = []
    wallet.on('session_authenticate', ({ id, params }) => {
      const cacao = signIn(wallet, params.authPayload)
      const forged = { ...cacao, p: { ...cacao.p, nonce: 'other' } }
      outcomes.push(wallet.approveSessionAuthenticate({ id, auths: [forged] }))
      outcomes[0]?.catch(() => {})
    })
    const { uri } = await ask(pair)
    await run(wallet.pair({ uri }))
    await run(Promise.resolve())
    await expect(run(outcomes[0] ?? Promise.resolve())).rejects.toThrow(
      'Session settlement failed. Signature verification failed',
    )
    expect(wallet.auth.requests.length).toBe(1)
  })

  it('travels inside a proposal, and its answer inside the settlement', async () => {
    const { app, wallet, run } = await createTestPair()
    wallet.on('session_proposal', ({ id, params }) => {
      const [request] = params.requests?.authentication ?? []
      if (!request) return
      const authentication = [signIn(wallet, { ...request, chains: [...request.chains] })]
      void wallet.approve({ id, namespaces: testGranted, proposalRequestsResponses: { authentication } })
    })
    const authentication = [
      { chains: ['eip155:1'], domain: 'app.example', nonce: 'n1234567', uri: 'https://app.example' },
    ]
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked, authentication }))
    await run(wallet.pair({ uri }))
    expect((await run(approval())).authentication?.[0]?.p).toMatchObject({ iss: ISS, nonce: 'n1234567' })
  })

  it('fails on both sides when a proposal is answered with another sign-in than was asked', async () => {
    const { app, wallet, run, clock } = await createTestPair()
    let acknowledged: Promise<unknown> | undefined
    wallet.on('session_proposal', ({ id, params }) => {
      const [request] = params.requests?.authentication ?? []
      if (!request) return
      const cacao = signIn(wallet, { ...request, domain: 'other.example' })
      const approved = wallet.approve({
        id,
        namespaces: testGranted,
        proposalRequestsResponses: { authentication: [cacao] },
      })
      acknowledged = approved.then((session) => session.acknowledged())
      acknowledged.catch(() => {})
    })
    const authentication = [
      { chains: ['eip155:1'], domain: 'app.example', nonce: 'n1234567', uri: 'https://app.example' },
    ]
    const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked, authentication }))
    await run(wallet.pair({ uri }))
    await expect(run(approval())).rejects.toThrow('Session settlement failed. Cacao does not match the request: domain')
    await expect(run(acknowledged ?? Promise.resolve())).rejects.toMatchObject({ code: 7000 })
    await clock.advance(1000)
    expect([app.session.length, wallet.session.length]).toEqual([0, 0])
  })

  it('names what is missing', async () => {
    const { app } = await createTestPair()
    const failing = (params: object) =>
      app.authenticate({ ...PARAMS, ...params }).catch((error: Error) => error.message)
    expect(await failing({ chains: [] })).toBe('chains is required and must be a non-empty array')
    expect(await failing({ uri: '' })).toBe('uri is required parameter')
    expect(await failing({ domain: '' })).toBe('domain is required parameter')
    expect(await failing({ nonce: '' })).toBe('nonce is required parameter')
    for (const methods of [null, 7, 'text', {}, [null]])
      expect(await failing({ methods })).toBe('methods must be an array of texts')
    for (const expiry of [null, 'soon', 600n])
      expect(await failing({ expiry })).toBe('expiry must be a number of seconds')
    expect(await failing({ chains: ['eip155:1', 'solana:x'] })).toBe(
      'Multi-namespace requests are not supported. Please request single namespace only.',
    )
    expect(await failing({ chains: ['solana:x'] })).toBe(
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    )
  })
})

describe('link mode', () => {
  it('signs in and asks by links alone, once the app knows that the wallet speaks them', async () => {
    const links: { to: string; url: string }[] = []
    const metadata = (name: string) => ({
      name,
      description: name,
      url: `https://${name}.example`,
      icons: [],
      redirect: { universal: `https://${name}.example/app`, linkMode: true },
    })
    const openLink = (to: string) => async (url: string) => {
      links.push({ to, url })
    }
    const pair = await createTestPair({
      app: { metadata: metadata('app'), around: { openLink: openLink('wallet') } },
      wallet: { metadata: metadata('wallet'), around: { openLink: openLink('app') } },
    })
    const { app, wallet, run, relay } = pair
    wallet.on('session_authenticate', ({ id, params }) => {
      void wallet.approveSessionAuthenticate({ id, auths: [signIn(wallet, params.authPayload)] })
    })
    // The first time over the relay: the app learns the wallet's link.
    const first = await ask(pair)
    await run(wallet.pair({ uri: first.uri }))
    await run(first.waits)
    await pair.clock.advance(1000)
    const calls = relay.calls.length

    const link = 'https://wallet.example/app'
    const verified: unknown[] = []
    wallet.on('session_authenticate', ({ verifyContext }) => verified.push(verifyContext.verified))
    const { response } = await run(app.authenticate(PARAMS, link))
    const [out] = links
    expect(out?.url).toMatch(/^https:\/\/wallet\.example\/app\?wc_ev=[\w-]+&topic=[0-9a-f]{64}$/)
    await run(wallet.receiveLink(out?.url ?? ''))
    await expect.poll(() => pair.clock.advance(100).then(() => links[1])).toBeDefined()
    await run(app.receiveLink(links[1]?.url ?? ''))
    const { session } = await run(response())
    expect(session?.transportType).toBe('link_mode')
    expect(verified).toMatchObject([{ validation: 'VALID', origin: 'https://app.example' }])

    wallet.on('session_request', ({ id, topic }) => {
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xlinked' } })
    })
    const topic = session?.topic ?? ''
    const asked = app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } })
    await pair.clock.advance(100)
    await run(wallet.receiveLink(links[2]?.url ?? ''))
    await pair.clock.advance(2000)
    await run(app.receiveLink(links[3]?.url ?? ''))
    expect(await run(asked)).toBe('0xlinked')
    expect(links.map(({ to }) => to)).toEqual(['wallet', 'app', 'wallet', 'app'])
    // The relay hears nothing of it: neither of the pairing, nor of the answer, nor of the session.
    expect(relay.calls.slice(calls)).toEqual([])
    expect(pair.app.internals.leading()?.relayer.topics()).not.toContain(topic)
    await pair.clock.advance(10_000)
    expect(relay.calls.slice(calls)).toEqual([])
  })

  it('does not bring its topics to the relay when the app starts anew, whether it was answered or not', async () => {
    const storage = createMemoryStorage()
    const links: string[] = []
    const optionsOf = (name: string) => ({
      metadata: {
        name,
        description: name,
        url: `https://${name}.example`,
        icons: [],
        redirect: { universal: `https://${name}.example/app`, linkMode: true },
      },
      around: { openLink: async (url: string) => void links.push(url), ...(name === 'app' && { storage }) },
    })
    const pair = await createTestPair({ app: optionsOf('app'), wallet: optionsOf('wallet') })
    const { app, wallet, run, relay, clock } = pair
    wallet.on('session_authenticate', ({ id, params }) => {
      void wallet.approveSessionAuthenticate({ id, auths: [signIn(wallet, params.authPayload)] })
    })
    const first = await ask(pair)
    await run(wallet.pair({ uri: first.uri }))
    const { session: old } = await run(first.waits)
    await run(app.disconnect({ topic: old?.topic ?? '' }))
    const { response } = await run(app.authenticate(PARAMS, 'https://wallet.example/app'))
    await run(wallet.receiveLink(links.at(-1) ?? ''))
    await run(clock.advance(100))
    await run(app.receiveLink(links.at(-1) ?? ''))
    const { session } = await run(response())
    const open = await run(app.authenticate(PARAMS, 'https://wallet.example/app'))
    open.response().catch(() => undefined)
    const tables = app.internals.leading()?.tables
    const byLink = [session?.topic, tables?.authKey.keys()[0], new URL(links.at(-1) ?? '').searchParams.get('topic')]
    expect(byLink.every((topic) => /^[0-9a-f]{64}$/.test(topic ?? ''))).toBe(true)
    await run(app.close())
    const calls = relay.calls.length
    const again = await createSignClient({
      relayUrl: 'wss://relay.example',
      metadata: app.metadata,
      surroundings: createTestSurroundings({ name: 'again', relay, clock, storage }),
    })
    await clock.advance(10_000)
    expect(again.session.keys).toContain(session?.topic)
    const said = JSON.stringify(relay.calls.slice(calls))
    for (const topic of byLink) expect(said).not.toContain(topic)
  })

  it('deals with the link that started the process 50 ms after its start, when there are listeners', async () => {
    const links: string[] = []
    const redirect = (name: string) => ({ universal: `https://${name}.example/app`, linkMode: true })
    const metadata = (name: string) => ({
      name,
      description: name,
      url: `https://${name}.example`,
      icons: [],
      redirect: redirect(name),
    })
    const openLink = async (url: string) => void links.push(url)
    const pair = await createTestPair({
      app: { metadata: metadata('app'), around: { openLink } },
      wallet: { metadata: metadata('wallet'), around: { openLink } },
    })
    const { app, wallet, run, relay, clock } = pair
    wallet.on('session_authenticate', ({ id, params }) => {
      void wallet.approveSessionAuthenticate({ id, auths: [signIn(wallet, params.authPayload)] })
    })
    const first = await ask(pair)
    await run(wallet.pair({ uri: first.uri }))
    await run(first.waits)
    await run(app.authenticate(PARAMS, 'https://wallet.example/app'))
    const cold = await createSignClient({
      relayUrl: 'wss://relay.example',
      metadata: metadata('wallet'),
      surroundings: createTestSurroundings({ name: 'cold', relay, clock, openLink }),
    })
    const received = cold.receiveLink(links.at(-1) ?? '')
    const heard: unknown[] = []
    cold.on('session_authenticate', (request) => heard.push(request))
    await clock.advance(49)
    expect(heard).toEqual([])
    await clock.advance(1)
    await run(received)
    expect(heard).toHaveLength(1)
  })

  it('ignores open envelopes that come over the relay', async () => {
    const { app, settle, relay, run, clock, surroundings } = await createTestPair()
    const { topic } = await settle()
    const open = btoa(`\x02${JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} })}`)
    relay.publish({ topic, message: open })
    await clock.advance(100)
    expect(app.session.length).toBe(1)
    expect(surroundings.app.log.join('\n')).toContain('An open envelope that has to be sealed was dropped')
    await run(app.disconnect({ topic }))
  })

  it('is refused by a client that does not speak it', async () => {
    const { app, run } = await createTestPair()
    const url = `https://app.example/?wc_ev=AA&topic=${'0'.repeat(64)}`
    await expect(run(app.receiveLink(url))).rejects.toMatchObject({ key: 'MISSING_OR_INVALID' })
  })
})
