/** Flows in which one of our peers is moved: its clock, its process, its socket. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenSocket } from '@latchkey/walletconnect'
import { createPairing } from '@latchkey/walletconnect/pairing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { openEnvelope, readEnvelope, sealEnvelope } from '../../packages/walletconnect/src/crypto/envelope.ts'
import type { RequestEvent } from './meet.ts'
import {
  ACCOUNT,
  ASKED,
  type AuthEvent,
  CHAIN,
  GRANTED,
  meet,
  next,
  type ProposalEvent,
  SIGN_IN,
  sign,
} from './meet.ts'
import { isOurs, type OurPeer, type Pairing } from './pairs.ts'
import type { Peer } from './peers.ts'
import { ORIGIN } from './relay.ts'

const MINUTES = 60_000

function oursOf(peer: Peer): OurPeer {
  if (!isOurs(peer)) throw new Error('This peer is not ours.')
  return peer
}

/** A way to the relay that says which page it comes from, as a browser does, and keeps what the relay said. */
function pageSocket(): { readonly openSocket: OpenSocket; readonly received: string[] } {
  const received: string[] = []
  const openSocket: OpenSocket = (url, listener) => {
    const socket = new WebSocket(url, { origin: ORIGIN })
    socket.on('open', () => listener.opened())
    socket.on('message', (bytes: Buffer) => {
      received.push(bytes.toString('utf8'))
      listener.received(bytes.toString('utf8'))
    })
    socket.on('error', () => {})
    socket.on('close', (code, reason) => listener.closed(code, reason.toString('utf8')))
    return { send: (text) => socket.send(text), close: (code, reason) => socket.close(code, reason) }
  }
  return { openSocket, received }
}

/** Runs what needs a hold on our peer over a pair that has one. */
export function testOurPeer(pairing: Pairing): void {
  const { appIsOurs, walletIsOurs } = pairing
  const { openPeer, sit, propose, connect, answer, ask } = meet(pairing)
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-interop-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.runIf(appIsOurs)('our app', () => {
    it('shows a code before its proposal is at the relay: a wallet that has scanned it is asked once it is', async () => {
      const { app, wallet } = await sit()
      const newPairing = await createPairing()
      const proposed = next<ProposalEvent>(wallet, 'session_proposal')
      const paired = wallet.pair({ uri: newPairing.uri })
      // Longer than a relay that is there takes for a proposal.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const { uri, approval } = await app.connect({ optionalNamespaces: ASKED, newPairing })
      expect(uri).toBe(newPairing.uri)
      await paired
      const { id } = await proposed
      const { topic } = await wallet.approve({ id, namespaces: GRANTED })
      expect((await approval()).topic).toBe(topic)
    })

    it('stops waiting when its proposal runs out, and a late approval makes no session here', async () => {
      const peers = await sit()
      const { approved, proposal } = await propose(peers)
      const expired = next<{ id: number }>(peers.app, 'proposal_expire')
      const refused = expect(approved).rejects.toThrow('Proposal expired')
      await oursOf(peers.app).jump(5 * MINUTES + 1000)
      await refused
      expect((await expired).id).toBe(proposal.id)
      await peers.wallet.approve({ id: proposal.id, namespaces: GRANTED }).catch(() => undefined)
      expect(peers.app.session.getAll()).toEqual([])
      // The wallet goes on well: the next code connects.
      await connect(peers)
    })

    it('stops waiting when its request runs out, and drops the late answer', async () => {
      const peers = await sit()
      const { topic } = await connect(peers)
      const asked = next<RequestEvent>(peers.wallet, 'session_request')
      const refused = expect(
        peers.app.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: ['0x'] }, expiry: 300 }),
      ).rejects.toThrow('Request expired. Please try again.')
      const { id } = await asked
      await oursOf(peers.app).jump(5 * MINUTES + 1000)
      await refused
      await peers.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'late' } })
      answer(peers.wallet, () => 'in time')
      // The wallet counts by its own clock, which stands five minutes behind.
      expect(
        await peers.app.request({
          topic,
          chainId: CHAIN,
          request: { method: 'personal_sign', params: ['0x'] },
          expiry: 900,
        }),
      ).toBe('in time')
    })

    it('stops waiting when its sign-in runs out', async () => {
      const { app, wallet } = await sit()
      const asked = next<AuthEvent>(wallet, 'session_authenticate')
      const { uri = '', response } = await app.authenticate(SIGN_IN)
      const refused = expect(response()).rejects.toThrow(/expired/)
      await wallet.pair({ uri })
      const { id, params } = await asked
      await oursOf(app).jump(61 * MINUTES)
      await refused
      await wallet.approveSessionAuthenticate({ id, auths: [await sign(wallet, params.authPayload)] }).catch(() => {})
      expect(app.session.getAll()).toEqual([])
    })

    it('is told that a wallet does not know a method', async () => {
      const page = pageSocket()
      const peers = await sit({ app: { openSocket: page.openSocket } })
      const { proposal } = await propose(peers)
      const { pairingTopic } = proposal.params
      const { tables, relayer } = oursOf(peers.app).ours.internals.leading() ?? {}
      const symKey = tables?.keychain.get(pairingTopic)
      if (symKey === undefined || !relayer) throw new Error('no key')
      const id = 1_700_000_000_000_123
      const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
      const message = JSON.stringify({ id, jsonrpc: '2.0', method: 'wc_somethingNew', params: {} })
      await relayer.publish({
        topic: pairingTopic,
        message: sealEnvelope({ symKey, message, random }),
        ttlSeconds: 300,
        tag: 1100,
        prompt: false,
      })
      const answered = () =>
        page.received
          .map((text) => JSON.parse(text).params?.data)
          .filter((data) => data?.topic === pairingTopic)
          .map((data) => {
            const envelope = readEnvelope(data.message)
            return envelope.type === 2 ? {} : JSON.parse(openEnvelope(envelope, symKey))
          })
          .find((payload) => payload.id === id)
      await expect.poll(answered, { timeout: 10_000 }).toMatchObject({ error: { code: 10001 } })
    })

    it('is vouched for by the relay, which foreign wallets do not mind and ours reads', async () => {
      const peers = await sit({ app: { openSocket: pageSocket().openSocket } })
      const { topic, proposal } = await connect(peers)
      const known = walletIsOurs ? 'VALID' : 'UNKNOWN'
      expect(proposal.verifyContext.verified.validation).toBe(known)
      answer(peers.wallet, ({ verifyContext }) => verifyContext.verified.validation)
      expect(await ask(peers.app, topic, ['0x00', ACCOUNT.address])).toBe(known)
    })

    it('hears in its order what was said while it was away, and asks on after its restart', async () => {
      const file = join(folder, 'app')
      const peers = await sit({ app: { file } })
      const { topic } = await connect(peers)
      const silent = ask(peers.app, topic, ['before', ACCOUNT.address])
      const ended = expect(silent).rejects.toMatchObject({ key: 'ABORTED' })
      const before = await next<RequestEvent>(peers.wallet, 'session_request')
      await peers.app.close()
      await ended
      await peers.wallet.respond({ topic, response: { id: before.id, jsonrpc: '2.0', result: 'nobody waits' } })
      const accounts = (chain: string) => [`${chain}:${ACCOUNT.address}`]
      for (const chain of [CHAIN, 'eip155:10', CHAIN, 'eip155:10'])
        await peers.wallet.update({ topic, namespaces: { eip155: { ...ASKED.eip155, accounts: accounts(chain) } } })
      await peers.wallet.emit({ topic, event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })

      const app = await openPeer('app', { file })
      const told = next<{ params: { event: unknown } }>(app, 'session_event')
      expect((await told).params.event).toEqual({ name: 'chainChanged', data: 10 })
      expect(app.session.get(topic).namespaces.eip155?.accounts).toEqual(accounts('eip155:10'))
      answer(peers.wallet, ({ params }) => params.request.params)
      const text = ['after', ACCOUNT.address]
      expect(await ask(app, topic, text, 'personal_sign', 'eip155:10')).toEqual(text)
    })
  })

  describe.runIf(walletIsOurs)('our wallet', () => {
    it('forgets a proposal that ran out, and approves it no more', async () => {
      const peers = await sit()
      const { proposal } = await propose(peers)
      const expired = next<{ id: number }>(peers.wallet, 'proposal_expire')
      await oursOf(peers.wallet).jump(5 * MINUTES + 1000)
      expect((await expired).id).toBe(proposal.id)
      await expect(peers.wallet.approve({ id: proposal.id, namespaces: GRANTED })).rejects.toThrow()
      expect([peers.app.session.getAll(), peers.wallet.session.getAll()]).toEqual([[], []])
    })

    it('refuses a code that ran out', async () => {
      const peers = await sit()
      const { uri } = await peers.app.connect({ optionalNamespaces: ASKED })
      await oursOf(peers.wallet).jump(5 * MINUTES + 1000)
      await expect(peers.wallet.pair({ uri: uri ?? '' })).rejects.toMatchObject({ key: 'EXPIRED' })
    })

    it('forgets a request that ran out, and answers it no more', async () => {
      const peers = await sit()
      const { topic } = await connect(peers)
      const asked = next<RequestEvent>(peers.wallet, 'session_request')
      ask(peers.app, topic, ['0x']).catch(() => undefined)
      const { id } = await asked
      const expired = next<{ id: number }>(peers.wallet, 'session_request_expire')
      await oursOf(peers.wallet).jump(15 * MINUTES + 1000)
      expect((await expired).id).toBe(id)
      await expect(peers.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'late' } })).rejects.toThrow()
    })

    it('forgets a sign-in that ran out', async () => {
      const { app, wallet } = await sit()
      const asked = next<AuthEvent>(wallet, 'session_authenticate')
      const { uri = '', response } = await app.authenticate(SIGN_IN)
      response().catch(() => undefined)
      await wallet.pair({ uri })
      const { id, params } = await asked
      const auths = [await sign(wallet, params.authPayload)]
      await oursOf(wallet).jump(61 * MINUTES)
      await expect(wallet.approveSessionAuthenticate({ id, auths })).rejects.toThrow()
    })

    it('shows a request again after a restart, and its answer reaches the app that still waits', async () => {
      const file = join(folder, 'wallet')
      const peers = await sit({ wallet: { file } })
      const { topic } = await connect(peers)
      const asked = next<RequestEvent>(peers.wallet, 'session_request')
      const signed = ask(peers.app, topic, ['one', ACCOUNT.address])
      const { id } = await asked
      await peers.wallet.close()
      const later = ask(peers.app, topic, ['two', ACCOUNT.address])
      const wallet = await openPeer('wallet', { file })
      const seen: number[] = []
      wallet.on('session_request', ((event: RequestEvent) => {
        seen.push(event.id)
        const [text] = event.params.request.params as [string]
        wallet.respond({ topic, response: { id: event.id, jsonrpc: '2.0', result: text } }).catch(() => undefined)
      }) as never)
      expect(await Promise.all([signed, later])).toEqual(['one', 'two'])
      expect(seen.filter((shown) => shown === id)).toEqual([id])
      expect(seen).toHaveLength(2)
    })

    it('makes no session of an approval whose app has gone, and says so to nobody as if it had', async () => {
      const peers = await sit()
      const { proposal } = await propose(peers)
      await peers.app.close()
      const { topic, acknowledged } = await peers.wallet.approve({ id: proposal.id, namespaces: GRANTED })
      expect(peers.wallet.session.get(topic).acknowledged).toBe(false)
      const waiting = expect(acknowledged()).rejects.toThrow(/expired/i)
      await oursOf(peers.wallet).jump(5 * MINUTES + 1000)
      await waiting
    })
  })

  it.runIf(!appIsOurs && walletIsOurs)(
    'a foreign app that asks for a one-click sign-in is connected by us all the same',
    async () => {
      const { app, wallet } = await sit()
      const proposed = next<ProposalEvent>(wallet, 'session_proposal')
      const { methods: _, ...authentication } = SIGN_IN
      const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED, authentication: [authentication] })
      const approved = approval()
      await wallet.pair({ uri })
      const { id, params } = await proposed
      expect(params.requests?.authentication).toBeUndefined()
      await wallet.approve({ id, namespaces: GRANTED })
      expect((await approved).namespaces).toEqual(GRANTED)
    },
  )
}
