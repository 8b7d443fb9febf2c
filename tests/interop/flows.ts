/** Flows that every pair runs. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Session, SessionNamespaces } from '@latchkey/walletconnect'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  ASKED,
  type AuthEvent,
  CHAIN,
  GOODBYE,
  GRANTED,
  meet,
  next,
  type ProposalEvent,
  REFUSAL,
  type RequestEvent,
  SIGN_IN,
  sign,
} from './meet.ts'
import type { Pairing } from './pairs.ts'

/** Runs every flow of the protocol over a pair. */
export function testFlows(pairing: Pairing): void {
  const { appIsOurs, walletIsOurs, oneClick, scoped } = pairing
  const { relay, sit, propose, connect, answer, ask } = meet(pairing)

  it('connects, and both sides hold the same session', async () => {
    const peers = await sit()
    const { session, topic, proposal } = await connect(peers)
    expect(proposal.params.optionalNamespaces).toMatchObject(ASKED)
    expect(session).toMatchObject({ namespaces: GRANTED, acknowledged: true, peer: { metadata: { name: 'wallet' } } })
    const theirs = peers.wallet.session.get(topic)
    expect(theirs.peer.metadata.name).toBe('app')
    expect(theirs.namespaces).toEqual(GRANTED)
    expect(theirs.controller).toBe(session.controller)
    expect(Math.abs(theirs.expiry - session.expiry)).toBeLessThanOrEqual(2)
  })

  it('hands the reason of a refusal to the app, and connects with the next code', async () => {
    const { app, wallet } = await sit()
    const proposed = next<ProposalEvent>(wallet, 'session_proposal')
    const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED })
    const refused = expect(approval()).rejects.toMatchObject(REFUSAL)
    await wallet.pair({ uri })
    await wallet.reject({ id: (await proposed).id, reason: REFUSAL })
    await refused
    await connect({ app, wallet })
  })

  it('signs, refuses, and carries results of every JSON kind', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    for (const result of ['0xsigned', null, false, 0, [1, 'two', { three: 3 }], { nested: { deep: ['x'] } }]) {
      answer(peers.wallet, () => result)
      expect(await ask(peers.app, topic, ['0x68656c6c6f', ACCOUNT.address])).toEqual(result)
    }
    peers.wallet.once('session_request', (({ id, topic }: RequestEvent) => {
      peers.wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: REFUSAL } }).catch(() => undefined)
    }) as never)
    await expect(ask(peers.app, topic, ['0x00', ACCOUNT.address])).rejects.toMatchObject(REFUSAL)
  })

  it('carries 200 kB each way', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const big = 'ä'.repeat(100_000)
    answer(peers.wallet, ({ params }) => (params.request.params as string[])[0])
    expect(await ask(peers.app, topic, [big, ACCOUNT.address])).toBe(big)
  })

  it('carries text outside ASCII unchanged', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const text = 'Grüße, 世界 🦊 \u2028 "quoted" \\ \u0000'
    answer(peers.wallet, ({ params }) => (params.request.params as string[])[0])
    expect(await ask(peers.app, topic, [text, ACCOUNT.address])).toBe(text)
  })

  it.runIf(appIsOurs && walletIsOurs === false)(
    'F-19: long digits in a text reach the peer unchanged, and its answer comes back',
    async () => {
      const peers = await sit()
      const { topic } = await connect(peers)
      const texts = ['pay 123456789012345678901, thanks', '{"v":123456789012345678901234567890}', '[12345678901234567]']
      for (const text of texts) {
        answer(peers.wallet, ({ params }) => {
          expect((params.request.params as string[])[0]).toBe(text)
          return '0xsigned'
        })
        expect(await ask(peers.app, topic, [text, ACCOUNT.address])).toBe('0xsigned')
      }
      await expect(ask(peers.app, topic, ['12n', ACCOUNT.address])).rejects.toMatchObject({ key: 'PAYLOAD_UNSAFE' })
    },
  )

  it.runIf(walletIsOurs && !appIsOurs)('F-19: an answer with long digits reaches a foreign app unchanged', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const text = 'paid 123456789012345678901, thanks'
    answer(peers.wallet, () => text)
    expect(await ask(peers.app, topic, ['0x00', ACCOUNT.address])).toBe(text)
  })

  it('updates, extends, tells events and pings, both ways where the protocol allows', async () => {
    const peers = await sit()
    const { app, wallet } = peers
    const { topic } = await connect(peers)

    const updated = next<{ topic: string; params: { namespaces: SessionNamespaces } }>(app, 'session_update')
    const grown: SessionNamespaces = {
      eip155: { ...ASKED.eip155, chains: [...ASKED.eip155.chains], accounts: [`eip155:10:${ACCOUNT.address}`] },
    }
    await wallet.update({ topic, namespaces: grown })
    expect((await updated).params.namespaces).toEqual(grown)
    expect(app.session.get(topic).namespaces).toEqual(grown)

    const extended = next<{ topic: string }>(app, 'session_extend')
    await wallet.extend({ topic })
    expect((await extended).topic).toBe(topic)

    const told = next<{ params: { event: { name: string; data: unknown }; chainId: string } }>(app, 'session_event')
    await wallet.emit({ topic, event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })
    expect((await told).params).toEqual({ event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })

    await app.ping({ topic })
  })

  it('ends from the wallet, and the app hears it', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const gone = next<{ topic: string }>(peers.app, 'session_delete')
    await peers.wallet.disconnect({ topic, reason: GOODBYE })
    expect((await gone).topic).toBe(topic)
    expect(peers.app.session.getAll()).toEqual([])
    await expect(ask(peers.app, topic, ['0x00', ACCOUNT.address])).rejects.toThrow()
  })

  it('ends from the app, and the wallet hears it', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const gone = next<{ topic: string }>(peers.wallet, 'session_delete')
    await peers.app.disconnect({ topic, reason: GOODBYE })
    expect((await gone).topic).toBe(topic)
    expect(peers.wallet.session.getAll()).toEqual([])
  })

  it('holds several sessions and keeps them apart', async () => {
    const peers = await sit()
    const first = await connect(peers)
    const second = await connect(peers)
    expect(first.topic).not.toBe(second.topic)
    answer(peers.wallet, ({ topic }) => topic)
    expect(await ask(peers.app, first.topic, ['0x00', ACCOUNT.address])).toBe(first.topic)
    answer(peers.wallet, ({ topic }) => topic)
    expect(await ask(peers.app, second.topic, ['0x00', ACCOUNT.address])).toBe(second.topic)
  })

  it('carries session properties and scoped properties', async () => {
    const { app, wallet } = await sit()
    const proposed = next<ProposalEvent>(wallet, 'session_proposal')
    const asked = { eip155: { walletService: [{ url: 'https://wallet.example', methods: ['wallet_getAssets'] }] } }
    const { uri = '', approval } = await app.connect({
      optionalNamespaces: ASKED,
      sessionProperties: { expiry: 'long' },
      ...(scoped && { scopedProperties: asked }),
    })
    const approved = approval()
    await wallet.pair({ uri })
    const { id, params } = await proposed
    expect(params.sessionProperties).toEqual({ expiry: 'long' })
    if (scoped) expect(params.scopedProperties).toEqual(asked)
    const sessionProperties = { capabilities: '{"0x1":{}}' }
    const granted = { 'eip155:1': { atomic: { status: 'supported' } } }
    await wallet.approve({
      id,
      namespaces: GRANTED,
      sessionProperties,
      ...(scoped && { scopedProperties: granted }),
    })
    const session = await approved
    expect(session.sessionProperties).toEqual(sessionProperties)
    if (scoped) expect(session.scopedProperties).toEqual(granted)
  })

  it('shows the proposal again when the same code is scanned twice, and connects once', async () => {
    const peers = await sit()
    const { uri, approved, proposal } = await propose(peers)
    const again = next<ProposalEvent>(peers.wallet, 'session_proposal')
    await peers.wallet.pair({ uri })
    expect((await again).id).toBe(proposal.id)
    const { topic } = await peers.wallet.approve({ id: proposal.id, namespaces: GRANTED })
    expect((await approved).topic).toBe(topic)
    await expect(peers.wallet.pair({ uri })).rejects.toThrow(/already exists/)
    expect([peers.app.session.getAll().length, peers.wallet.session.getAll().length]).toEqual([1, 1])
  })

  it.each([
    { code: 5001, message: 'User rejected chains.' },
    { code: 5002, message: 'Only over my dead body: 世界' },
    { code: 5103, message: 'Unsupported accounts.' },
  ])('carries the number $code and its words through a refusal', async (reason) => {
    const peers = await sit()
    const { approved, proposal } = await propose(peers)
    const refused = expect(approved).rejects.toMatchObject(reason)
    await peers.wallet.reject({ id: proposal.id, reason })
    await refused
    expect([peers.app.session.getAll(), peers.wallet.session.getAll()]).toEqual([[], []])
  })

  it('grants several namespaces with several accounts, and asks each by its chain', async () => {
    const peers = await sit()
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const asked = { ...ASKED, solana: { chains: [solana], methods: ['solana_signMessage'], events: [] } }
    const namespaces: SessionNamespaces = {
      eip155: {
        ...ASKED.eip155,
        accounts: ASKED.eip155.chains.flatMap((chain) => [
          `${chain}:${ACCOUNT.address}`,
          `${chain}:0x${'ab'.repeat(20)}`,
        ]),
      },
      solana: { ...asked.solana, accounts: [`${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`] },
    }
    const { topic, session } = await connect(peers, { optionalNamespaces: asked }, namespaces)
    expect(session.namespaces).toEqual(namespaces)
    for (const chain of [CHAIN, 'eip155:10']) {
      answer(peers.wallet, ({ params }) => params.chainId)
      expect(await ask(peers.app, topic, ['0x00', ACCOUNT.address], 'personal_sign', chain)).toBe(chain)
    }
    answer(peers.wallet, ({ params }) => params.request.method)
    expect(await ask(peers.app, topic, { message: '1' }, 'solana_signMessage', solana)).toBe('solana_signMessage')
    await expect(ask(peers.app, topic, [], 'personal_sign', solana)).rejects.toThrow(/method/)
  })

  it('refuses to ask on a chain that an update has taken away', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const updated = next(peers.app, 'session_update')
    const left = { eip155: { ...ASKED.eip155, chains: [CHAIN], accounts: [`${CHAIN}:${ACCOUNT.address}`] } }
    await peers.wallet.update({ topic, namespaces: left })
    await updated
    await expect(ask(peers.app, topic, ['0x00'], 'personal_sign', 'eip155:10')).rejects.toThrow(/chainId/)
    answer(peers.wallet, () => '0xstill')
    expect(await ask(peers.app, topic, ['0x00', ACCOUNT.address])).toBe('0xstill')
  })

  it('asks nobody about the origin, as the relay says that nothing was attested', async () => {
    const hosts = new Set<string>()
    const note = (message: unknown) => {
      const { request } = message as { request: { getHeader?: (name: string) => unknown; origin?: unknown } }
      hosts.add(String(request.getHeader?.('host') ?? request.origin))
    }
    const channels = ['http.client.request.start', 'undici:request:create']
    for (const channel of channels) subscribe(channel, note)
    try {
      const peers = await sit()
      const { topic, proposal } = await connect(peers)
      expect(proposal.verifyContext.verified.validation).toBe('UNKNOWN')
      answer(peers.wallet, ({ verifyContext }) => verifyContext.verified.validation)
      expect(await ask(peers.app, topic, ['0x00', ACCOUNT.address])).toBe('UNKNOWN')
    } finally {
      for (const channel of channels) unsubscribe(channel, note)
    }
    // The sockets themselves were seen, so a question would have been.
    expect([...hosts].filter((host) => host.includes('127.0.0.1'))).not.toEqual([])
    expect([...hosts].filter((host) => host.includes('verify'))).toEqual([])
  })

  it('goes on when the relay was away and came back', async () => {
    const peers = await sit()
    const { topic } = await connect(peers)
    const isBack = peers.app.reconnected?.()
    await relay().restart()
    await isBack
    answer(peers.wallet, () => '0xafter')
    expect(await ask(peers.app, topic, ['0x00', ACCOUNT.address])).toBe('0xafter')
  })

  it('connects although the relay goes away between proposal and approval', async () => {
    const { app, wallet } = await sit()
    const proposed = next<ProposalEvent>(wallet, 'session_proposal')
    const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED })
    const approved = approval()
    await wallet.pair({ uri })
    const { id } = await proposed
    const areBack = Promise.all([app.reconnected?.(), wallet.reconnected?.()])
    await relay().restart()
    await areBack
    await wallet.approve({ id, namespaces: GRANTED })
    expect((await approved).namespaces).toEqual(GRANTED)
  })

  it('queues requests in the wallet, one at a time, oldest first', async () => {
    const peers = await sit({ wallet: { queue: true } })
    const { topic } = await connect(peers)
    const seen: string[] = []
    peers.wallet.on('session_request', (({ id, topic, params }: RequestEvent) => {
      seen.push((params.request.params as string[])[0] ?? '')
      peers.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: seen.length } }).catch(() => undefined)
    }) as never)
    const results: unknown[] = []
    for (const text of ['first', 'second', 'third']) {
      results.push(ask(peers.app, topic, [text, ACCOUNT.address]))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await Promise.all(results)).toEqual([1, 2, 3])
    expect(seen).toEqual(['first', 'second', 'third'])
  })

  describe('sign-in', () => {
    it('signs in by authenticate, and makes a session of the granted methods', async () => {
      const { app, wallet } = await sit()
      const asked = next<AuthEvent>(wallet, 'session_authenticate')
      const { uri = '', response } = await app.authenticate(SIGN_IN)
      const answered = response()
      await wallet.pair({ uri })
      const { id, params } = await asked
      expect(params.authPayload).toMatchObject({ domain: SIGN_IN.domain, nonce: SIGN_IN.nonce, aud: SIGN_IN.uri })
      const auth = await sign(wallet, params.authPayload)
      await wallet.approveSessionAuthenticate({ id, auths: [auth] })
      const { auths, session } = await answered
      expect(auths?.[0]?.s.s).toBe(auth.s.s)
      expect(session?.namespaces.eip155?.accounts).toEqual([`${CHAIN}:${ACCOUNT.address}`])
      if (!session) throw new Error('no session')
      answer(wallet, () => '0xsigned')
      expect(await ask(app, session.topic, ['0x00', ACCOUNT.address])).toBe('0xsigned')
    })

    it('hands the refusal of a sign-in to the app', async () => {
      const { app, wallet } = await sit()
      const asked = next<AuthEvent>(wallet, 'session_authenticate')
      const { uri = '', response } = await app.authenticate(SIGN_IN)
      const refused = expect(response()).rejects.toThrow()
      await wallet.pair({ uri })
      await wallet.rejectSessionAuthenticate({ id: (await asked).id, reason: REFUSAL })
      await refused
    })

    it('falls back to a plain connection with a wallet that does not sign in', async () => {
      const { app, wallet } = await sit()
      const proposed = next<ProposalEvent>(wallet, 'session_proposal')
      const { uri = '', response } = await app.authenticate(SIGN_IN)
      const answered = response()
      await wallet.pair({ uri })
      const { id, params } = await proposed
      const chains = params.optionalNamespaces.eip155?.chains ?? params.requiredNamespaces.eip155?.chains ?? []
      expect(chains).toEqual([CHAIN])
      const namespaces: SessionNamespaces = {
        eip155: {
          ...GRANTED.eip155,
          methods: ['personal_sign', 'eth_sendTransaction'],
          events: ['chainChanged', 'accountsChanged'],
          accounts: [`${CHAIN}:${ACCOUNT.address}`],
        } as Session['namespaces'][string],
      }
      await wallet.approve({ id, namespaces })
      const { session } = await answered
      expect(session?.namespaces.eip155?.accounts).toEqual([`${CHAIN}:${ACCOUNT.address}`])
    })

    it.runIf(oneClick)('signs in with the connection, in one approval', async () => {
      const { app, wallet } = await sit()
      const proposed = next<ProposalEvent>(wallet, 'session_proposal')
      const { methods: _, ...authentication } = SIGN_IN
      const { uri = '', approval } = await app.connect({
        optionalNamespaces: ASKED,
        authentication: [authentication],
      })
      const approved = approval()
      await wallet.pair({ uri })
      const { id, params } = await proposed
      const [asked] = params.requests?.authentication ?? []
      if (!asked) throw new Error('no sign-in in the proposal')
      const auth = await sign(wallet, asked)
      await wallet.approve({ id, namespaces: GRANTED, proposalRequestsResponses: { authentication: [auth] } })
      expect((await approved).authentication).toEqual([auth])
    })
  })
}
