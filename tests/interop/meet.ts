/** What two peers need to meet: a relay, a table, and the steps that most flows share. */
import type { AuthPayload, Cacao, Proposal, RequestParams, Session, SessionNamespaces } from '@latchkey/walletconnect'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Pairing, PeerOptions } from './pairs.ts'
import type { Peer } from './peers.ts'
import { type RunningRelay, startRelay } from './relay.ts'

export const ACCOUNT = privateKeyToAccount(`0x${'42'.repeat(32)}`)
export const CHAIN = 'eip155:1'
export const ASKED = {
  eip155: {
    chains: [CHAIN, 'eip155:10'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
export const GRANTED: SessionNamespaces = {
  eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:${ACCOUNT.address}`, `eip155:10:${ACCOUNT.address}`] },
}
export const REFUSAL = { code: 5000, message: 'User rejected.' }
export const GOODBYE = { code: 6000, message: 'User disconnected.' }

/** A sign-in as an app asks for it. */
export const SIGN_IN = {
  chains: [CHAIN],
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: '0123456789abcdef',
  statement: 'Sign in to the demo.',
  methods: ['personal_sign', 'eth_sendTransaction'],
}

export type ProposalEvent = { id: number; params: Proposal; verifyContext: { verified: { validation: string } } }
export type RequestEvent = {
  id: number
  topic: string
  params: RequestParams
  verifyContext: { verified: { validation: string } }
}
export type AuthEvent = { id: number; params: { authPayload: AuthPayload } }

export type Peers = { readonly app: Peer; readonly wallet: Peer }

/** The next event of a name. Attach it before what causes it. */
export const next = <Payload>(peer: Peer, name: string): Promise<Payload> =>
  new Promise((resolve) => peer.once(name, ((payload: Payload) => resolve(payload)) as never))

/** Signs what a wallet is asked to sign, as its makers are told to. */
export async function sign(wallet: Peer, authPayload: AuthPayload): Promise<Cacao> {
  const iss = `did:pkh:${CHAIN}:${ACCOUNT.address}`
  const message = wallet.formatAuthMessage({ request: authPayload, iss })
  const signature = await ACCOUNT.signMessage({ message })
  const { chains: _, type: __, ...p } = authPayload
  return { h: { t: 'caip122' }, p: { ...p, iss }, s: { t: 'eip191', s: signature } } as Cacao
}

/** A relay and a table for the tests of a file; peers that a test leaves are closed after it. */
export function meet(pairing: Pairing) {
  let running: RunningRelay | undefined
  const open: Peer[] = []
  beforeAll(async () => {
    running = await startRelay()
  })
  afterAll(() => running?.close())
  afterEach(async () => {
    await Promise.all(open.splice(0).map((peer) => peer.close().catch(() => undefined)))
  })

  function relay(): RunningRelay {
    if (!running) throw new Error('The relay has not started.')
    return running
  }

  async function openPeer(role: 'app' | 'wallet', options: Partial<PeerOptions> = {}): Promise<Peer> {
    const isApp = role === 'app'
    const openOne = isApp ? pairing.openApp : pairing.openWallet
    const { url, patientUrl } = relay()
    const relayUrl = (isApp ? pairing.appIsOurs : pairing.walletIsOurs) ? url : patientUrl
    const opened = await openOne({ name: role, relayUrl, ...options })
    open.push(opened)
    return opened
  }

  /** Opens both peers. */
  async function sit(options: { app?: Partial<PeerOptions>; wallet?: Partial<PeerOptions> } = {}): Promise<Peers> {
    const [app, wallet] = await Promise.all([openPeer('app', options.app), openPeer('wallet', options.wallet)])
    return { app, wallet }
  }

  /** Proposes, and brings the proposal before the wallet's owner. */
  async function propose({ app, wallet }: Peers, more: Record<string, unknown> = {}) {
    const proposed = next<ProposalEvent>(wallet, 'session_proposal')
    const { uri, approval } = await app.connect({ optionalNamespaces: ASKED, ...more })
    if (!uri) throw new Error('no uri')
    const approved = approval()
    // Who does not look at the end of a proposal is not told that it failed.
    approved.catch(() => undefined)
    await wallet.pair({ uri })
    return { uri, approved, proposal: await proposed }
  }

  async function connect(peers: Peers, more: Record<string, unknown> = {}, namespaces = GRANTED) {
    const { uri, approved, proposal } = await propose(peers, more)
    const { topic } = await peers.wallet.approve({ id: proposal.id, namespaces })
    const session: Session = await approved
    expect(session.topic).toBe(topic)
    return { session, topic, proposal, uri }
  }

  /** Answers the next request of the wallet. */
  function answer(wallet: Peer, reply: (request: RequestEvent) => unknown): void {
    wallet.once('session_request', ((event: RequestEvent) => {
      const { id, topic } = event
      wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: reply(event) } }).catch(() => undefined)
    }) as never)
  }

  const ask = (app: Peer, topic: string, params: unknown, method = 'personal_sign', chainId = CHAIN) =>
    app.request({ topic, chainId, request: { method, params } })

  return { relay, openPeer, sit, propose, connect, answer, ask }
}
