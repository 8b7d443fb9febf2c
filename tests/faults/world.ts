/** An app and a wallet of ours that reach a relay through a gate, and the flows that they go through together. */
import { createSignClient, type Session, type SessionNamespaces, type SignClient } from '@latchkey/walletconnect'
import { nodeSurroundings } from '@latchkey/walletconnect/node'
import { expect } from 'vitest'
import { ACCOUNT, ASKED, CHAIN, GRANTED, SIGN_IN, sign } from '../interop/meet.ts'
import { metadataOf, type Peer } from '../interop/peers.ts'
import { createGate, type Gate } from './createGate.ts'

/** How much faster the pauses of these clients pass than those of others. The time of day is everybody's. */
const HURRY = 5

/** From so many ms on a timer is a limit and no pause: a dial alone 5 s and in all 15 s, subscribing 60 s. A busy machine needs all of it. */
const LIMIT_FROM_MS = 5_000

/** What every client calls the relay, and its token is made for. Each reaches it through its own gate. */
export const RELAY_URL = 'ws://relay.example/relay'

export type World = {
  readonly gate: Gate
  readonly app: SignClient
  readonly wallet: SignClient
  /** What each side has heard: `app session_update`. */
  readonly heard: string[]
  /** Lets the clock of a peer jump. */
  jump(role: 'app' | 'wallet', ms: number): void
  /** The session that the flow is about. */
  session: Session | undefined
  close(): Promise<void>
}

/** Opens a gate and two peers before it. Nothing goes through before the gate leads somewhere. */
export async function openWorld(): Promise<World> {
  const gate = await createGate()
  const heard: string[] = []
  const ahead = { app: 0, wallet: 0 }
  async function open(name: 'app' | 'wallet'): Promise<SignClient> {
    const surroundings = nodeSurroundings({})
    const { clock } = surroundings
    const client = await createSignClient({
      relayUrl: RELAY_URL,
      metadata: metadataOf(name),
      name,
      signConfig: { disableRequestQueue: true },
      surroundings: {
        ...surroundings,
        openSocket: (url, listener) => surroundings.openSocket(url.replace(RELAY_URL, gate.url), listener),
        clock: {
          now: () => clock.now() + ahead[name],
          after: (ms, run) => clock.after(ms < LIMIT_FROM_MS ? ms / HURRY : ms, run),
        },
      },
    })
    for (const event of EVENTS) client.on(event, () => heard.push(`${name} ${event}`))
    return client
  }
  const [app, wallet] = [await open('app'), await open('wallet')]
  return {
    gate,
    app,
    wallet,
    heard,
    jump(role, ms) {
      ahead[role] += ms
    },
    session: undefined,
    async close() {
      await Promise.all([app.close(), wallet.close()])
      await gate.close()
    },
  }
}

const EVENTS = [
  'session_proposal',
  'session_request',
  'session_authenticate',
  'session_update',
  'session_extend',
  'session_event',
  'session_ping',
  'session_delete',
  'session_connect',
] as const

/** One flow. `prepare` goes before the faults, `run` under them, `hears` is what both sides have heard of it in the end. */
export type Flow = {
  readonly name: string
  prepare(world: World): Promise<void>
  run(world: World): Promise<void>
  readonly hears: readonly string[]
  /** Sessions that are left on each side. */
  readonly sessions: 0 | 1
}

/** Connects the two. */
export async function connect(world: World): Promise<void> {
  const { app, wallet } = world
  const proposed = new Promise<{ id: number }>((resolve) => wallet.once('session_proposal', resolve))
  const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED })
  const approved = approval()
  await wallet.pair({ uri })
  const { acknowledged } = await wallet.approve({ id: (await proposed).id, namespaces: GRANTED })
  world.session = await approved
  await acknowledged()
}

function topicOf({ session }: World): string {
  if (!session) throw new Error('no session')
  return session.topic
}

/** Asks for a signature and has it given. */
export async function request(world: World): Promise<void> {
  const { app, wallet } = world
  const topic = topicOf(world)
  const answered = new Promise<void>((resolve, reject) =>
    wallet.once('session_request', ({ id, params }) => {
      const [text] = params.request.params as [string]
      wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: text } }).then(resolve, reject)
    }),
  )
  const signed = app.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: ['hello'] } })
  const [result] = await Promise.all([signed, answered])
  expect(result).toBe('hello')
}

const GROWN: SessionNamespaces = {
  eip155: { accounts: [`${CHAIN}:0x${'cd'.repeat(20)}`], methods: ['personal_sign'], events: ['chainChanged'] },
}

/** Waits until a peer has heard of something. */
const until = (world: World, what: string): Promise<void> =>
  expect.poll(() => world.heard.includes(what), { timeout: 30_000, interval: 20 }).toBe(true) as Promise<void>

const nothing = async (): Promise<void> => {}

/** Every flow of the protocol. */
export const FLOWS: readonly Flow[] = [
  {
    name: 'connecting',
    prepare: nothing,
    run: connect,
    hears: ['wallet session_proposal', 'app session_connect'],
    sessions: 1,
  },
  {
    name: 'refusing a proposal',
    prepare: nothing,
    async run({ app, wallet }) {
      const proposed = new Promise<{ id: number }>((resolve) => wallet.once('session_proposal', resolve))
      const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED })
      const refused = expect(approval()).rejects.toMatchObject({ code: 5000, message: 'No.' })
      await wallet.pair({ uri })
      await wallet.reject({ id: (await proposed).id, reason: { code: 5000, message: 'No.' } })
      await refused
    },
    hears: ['wallet session_proposal'],
    sessions: 0,
  },
  { name: 'asking for a signature', prepare: connect, run: request, hears: ['wallet session_request'], sessions: 1 },
  {
    name: 'updating what is granted',
    prepare: connect,
    async run(world) {
      const { acknowledged } = await world.wallet.update({ topic: topicOf(world), namespaces: GROWN })
      await acknowledged()
      expect(world.app.session.get(topicOf(world)).namespaces).toEqual(GROWN)
    },
    hears: ['app session_update'],
    sessions: 1,
  },
  {
    name: 'extending a session',
    prepare: connect,
    async run(world) {
      const { acknowledged } = await world.app.extend({ topic: topicOf(world) })
      await acknowledged()
    },
    hears: ['wallet session_extend'],
    sessions: 1,
  },
  {
    name: 'telling of an event',
    prepare: connect,
    async run(world) {
      const event = { name: 'chainChanged', data: 10 }
      await world.wallet.emit({ topic: topicOf(world), event, chainId: 'eip155:10' })
      await until(world, 'app session_event')
    },
    hears: ['app session_event'],
    sessions: 1,
  },
  {
    name: 'pinging',
    prepare: connect,
    run: (world) => world.wallet.ping({ topic: topicOf(world) }),
    hears: ['app session_ping'],
    sessions: 1,
  },
  {
    name: 'ending a session from the app',
    prepare: connect,
    async run(world) {
      await world.app.disconnect({ topic: topicOf(world) })
      await until(world, 'wallet session_delete')
    },
    hears: ['wallet session_delete'],
    sessions: 0,
  },
  {
    name: 'ending a session from the wallet',
    prepare: connect,
    async run(world) {
      await world.wallet.disconnect({ topic: topicOf(world) })
      await until(world, 'app session_delete')
    },
    hears: ['app session_delete'],
    sessions: 0,
  },
  {
    name: 'signing in',
    prepare: nothing,
    async run(world) {
      const { app, wallet } = world
      const asked = new Promise<{ id: number; params: { authPayload: Parameters<typeof sign>[1] } }>((resolve) =>
        wallet.once('session_authenticate', resolve),
      )
      const { uri = '', response } = await app.authenticate(SIGN_IN)
      const answered = response()
      await wallet.pair({ uri })
      const { id, params } = await asked
      const auths = [await sign(wallet as unknown as Peer, params.authPayload)]
      await wallet.approveSessionAuthenticate({ id, auths })
      const { session } = await answered
      expect(session?.namespaces.eip155?.accounts).toEqual([`${CHAIN}:${ACCOUNT.address}`])
      world.session = session
    },
    hears: ['wallet session_authenticate'],
    sessions: 1,
  },
]

/**
 * Holds that both sides agree, that each thing was heard once, and that the session still serves. `skewSeconds` is how far the
 * clocks of the two stand apart.
 */
export async function checkAgreement(world: World, flow: Flow, skewSeconds = 0): Promise<void> {
  const { app, wallet, heard } = world
  for (const what of flow.hears) {
    await until(world, what)
    expect(heard.filter((known) => known === what)).toEqual([what])
  }
  const sides = [app, wallet].map(({ session }) => session.getAll())
  expect(sides.map((sessions) => sessions.length)).toEqual([flow.sessions, flow.sessions])
  const [[ours], [theirs]] = sides as unknown as [[Session?], [Session?]]
  if (ours && theirs) {
    expect(theirs.topic).toBe(ours.topic)
    expect(theirs.namespaces).toEqual(ours.namespaces)
    expect([ours.acknowledged, theirs.acknowledged]).toEqual([true, true])
    expect(Math.abs(ours.expiry - theirs.expiry)).toBeLessThanOrEqual(skewSeconds + 30)
    await request(world)
  }
  expect([wallet.getPendingSessionRequests(), app.proposal.getAll(), wallet.proposal.getAll()]).toEqual([[], [], []])
}
