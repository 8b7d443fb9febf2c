import {
  createSignClient,
  type Proposal,
  type Session,
  type SessionNamespace,
  type SignClient,
} from '@latchkey/walletconnect'
import { createUniversalProvider } from '@latchkey/walletconnect/provider'
import type { WalletConnectService } from '../../latchkey/src/core/services/walletConnectService.ts'
import { createMemoryStorage } from '../../walletconnect/src/storage/createMemoryStorage.ts'
import { createManualClock, type ManualClock } from './createManualClock.ts'
import { createTestRelay, type TestRelay } from './relay/createTestRelay.ts'
import {
  createTestReachability,
  createTestSurroundings,
  type TestReachability,
} from './relay/createTestSurroundings.ts'
import { createFakeTabs } from './tabs/createFakeTabs.ts'

/** A request as the phone saw it. */
export type PhoneRequest = {
  readonly id: number
  readonly topic: string
  readonly method: string
  readonly params: unknown
  readonly chainId: string
}

/** A wallet on another device: the wallet side of the protocol engine over a relay in this process. */
export type TestPhone = {
  readonly clock: ManualClock
  readonly relay: TestRelay
  /** What `createFakeServices` takes as `walletConnect`. Opened more than once, these are tabs of one site. */
  readonly walletConnect: () => Promise<WalletConnectService>
  /** How often a page opened its client. */
  readonly countOpened: () => number
  /** The network and the visibility of the page, as its client sees them. */
  readonly reachability: TestReachability
  readonly client: SignClient
  /** Requests that came, oldest first. */
  readonly requests: readonly PhoneRequest[]
  /** Proposals that came, oldest first. */
  readonly proposals: readonly Proposal[]
  /** Scans a code; resolves with its proposal. */
  scan(uri: string): Promise<Proposal>
  /** Scans a code and approves with these accounts. */
  approve(uri: string, ...accounts: readonly string[]): Promise<Session>
  /** Scans a code and approves with these accounts and no other methods than these. */
  grant(uri: string, parts: { accounts: readonly string[]; methods: readonly string[] }): Promise<Session>
  /** Scans a code and rejects. */
  refuse(uri: string, code?: number, message?: string): Promise<void>
  /** Answers the newest request. */
  answer(result: unknown): Promise<void>
  /** Refuses the newest request. */
  deny(code: number, message: string): Promise<void>
  /** Ends every session. */
  drop(): Promise<void>
  /** Moves the clock in small steps until something is so; fails after a while. */
  until<Found>(check: () => Found | undefined | false | null): Promise<Found>
}

const RELAY_URLS = ['wss://relay.test', 'wss://other.test']

/**
 * Makes a phone with its relay, and the page's end of both. What the page's client keeps is there at the next load.
 * `isUnqueued`: the phone shows every request at once, not one after the other.
 * `isForgetful`: the page's browser denies its client the database.
 */
export async function createTestPhone({
  isUnqueued = false,
  isForgetful = false,
}: {
  isUnqueued?: boolean
  isForgetful?: boolean
} = {}): Promise<TestPhone> {
  const clock = createManualClock()
  const relay = createTestRelay({ clock })
  const storage = { ...createMemoryStorage(), isPersistent: () => !isForgetful }
  const tabs = createFakeTabs()
  const reachability = createTestReachability()
  const client = await createSignClient({
    relayUrl: RELAY_URLS,
    name: 'phone',
    metadata: {
      name: 'Pocket Fox',
      description: '',
      url: 'https://fox.test',
      icons: [],
      redirect: { native: 'fox://' },
    },
    signConfig: { disableRequestQueue: isUnqueued },
    surroundings: createTestSurroundings({ name: 'phone', relay, clock }),
  })
  let opened = 0
  const requests: PhoneRequest[] = []
  const proposals: Proposal[] = []
  client.on('session_request', ({ id, topic, params: { chainId, request } }) => {
    requests.push({ id, topic, chainId, method: request.method, params: request.params })
  })
  client.on('session_proposal', ({ params }) => proposals.push(params))

  const until: TestPhone['until'] = async (check) => {
    for (let turn = 0; turn < 400; turn += 1) {
      const found = check()
      if (found) return found
      // Code that is loaded on first use takes real time, which is none of the clock's.
      if (turn >= 40) await new Promise((resolve) => setTimeout(resolve, 5))
      await clock.advance(turn < 40 ? 1 : 10)
    }
    throw new Error(`It never came to this: ${check}`)
  }
  const settle = async <Value>(promise: Promise<Value>): Promise<Value> => {
    const box: { done?: { value: Value } | { error: unknown } } = {}
    promise.then(
      (value) => {
        box.done = { value }
      },
      (error: unknown) => {
        box.done = { error }
      },
    )
    const done = await until(() => box.done)
    if ('error' in done) throw done.error
    return done.value
  }
  const newest = (): PhoneRequest => {
    const request = requests.at(-1)
    if (!request) throw new Error('The phone was asked nothing.')
    return request
  }
  const phone: TestPhone = {
    clock,
    relay,
    reachability,
    client,
    requests,
    proposals,
    countOpened: () => opened,
    walletConnect: async () => {
      opened += 1
      return {
        client: await createSignClient({
          relayUrl: RELAY_URLS,
          name: 'page',
          metadata: { name: 'Hollowpine', description: '', url: 'https://hollowpine.test', icons: [] },
          surroundings: {
            ...createTestSurroundings({
              name: `page ${opened}`,
              relay,
              clock,
              storage,
              tabs: tabs.open(),
              reachability,
            }),
          },
        }),
        loadProvider: async () => createUniversalProvider,
        relayUrls: RELAY_URLS,
      }
    },
    scan: async (uri) => {
      const before = proposals.length
      await settle(client.pair({ uri }))
      return until(() => proposals[before])
    },
    approve: async (uri, ...accounts) => settle(approve(client, await phone.scan(uri), { accounts })),
    grant: async (uri, parts) => settle(approve(client, await phone.scan(uri), parts)),
    refuse: async (uri, code = 5000, message = 'User rejected.') => {
      const { id } = await phone.scan(uri)
      await settle(client.reject({ id, reason: { code, message } }))
    },
    answer: async (result) => {
      const { id, topic } = newest()
      await settle(client.respond({ topic, response: { id, jsonrpc: '2.0', result } }))
    },
    deny: async (code, message) => {
      const { id, topic } = newest()
      await settle(client.respond({ topic, response: { id, jsonrpc: '2.0', error: { code, message } } }))
    },
    drop: async () => {
      for (const { topic } of client.session.values) await settle(client.disconnect({ topic }))
    },
    until,
  }
  return phone
}

/** Grants what was asked in the namespaces of these accounts, on their chains. */
async function approve(
  client: SignClient,
  proposal: Proposal,
  { accounts, methods }: { accounts: readonly string[]; methods?: readonly string[] | undefined },
): Promise<Session> {
  const namespaces: Record<string, SessionNamespace> = {}
  for (const account of accounts) {
    const namespace = account.split(':')[0] ?? ''
    const asked = proposal.optionalNamespaces[namespace]
    const own = namespaces[namespace]?.accounts ?? []
    namespaces[namespace] = {
      accounts: [...own, account],
      methods: methods ?? asked?.methods ?? [],
      events: asked?.events ?? [],
    }
  }
  const { acknowledged } = await client.approve({ id: proposal.id, namespaces })
  return acknowledged()
}
