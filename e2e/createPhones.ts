import { createSignClient, type Proposal, type SessionNamespace, type SignClient } from '@latchkey/walletconnect'
import { nodeSurroundings } from '@latchkey/walletconnect/node'

/** A request as a phone saw it. */
export type PhoneRequest = {
  readonly id: number
  readonly method: string
  readonly params: unknown
  readonly chainId: string
}

/** What a test lets a phone's owner do. Everything goes to and comes back from another process, as JSON. */
export type PhoneActs = {
  /** Switches the phone on. `redirect` is what it says of its own link. */
  start(parts: { name: string; native?: string | undefined }): Promise<null>
  /** Reads a code and approves with these accounts (CAIP-10), and with no other methods where some are named. Once the site knows. */
  approve(uri: string, parts: { accounts: readonly string[]; methods?: readonly string[] | undefined }): Promise<null>
  /** Says yes to the question that comes next on a code that was read. */
  agree(parts: { accounts: readonly string[] }): Promise<null>
  /** Says no to it. */
  disagree(code: number, message: string): Promise<null>
  /** How often a site asked to be connected. */
  countProposals(): Promise<number>
  /** Reads a code and rejects. */
  refuse(uri: string, code: number, message: string): Promise<null>
  /** The requests that came so far, oldest first, once there are so many. */
  requests(atLeast: number): Promise<readonly PhoneRequest[]>
  answer(id: number, result: unknown): Promise<null>
  deny(id: number, code: number, message: string): Promise<null>
  /** Gives every session these accounts. */
  update(accounts: readonly string[]): Promise<null>
  /** Tells every site of something. */
  emit(name: string, data: unknown, chainId: string): Promise<null>
  /** Names of the sites that are connected. */
  sites(): Promise<readonly string[]>
  /** Where the sites that are connected want their visitors back. */
  returnLinks(): Promise<readonly string[]>
  /** Ends every session. */
  drop(): Promise<null>
  /** Switches the phone off. */
  close(): Promise<null>
}

/** Wallets on other devices: the wallet side of our engine in Node, each under a name of its own. */
export function createPhones(relay: { readonly url: string; readonly projectId: string }): {
  call(phone: string, act: string, values: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
} {
  const phones = new Map<string, PhoneActs>()
  return {
    async call(phone, act, values) {
      const acts = phones.get(phone) ?? createPhone(relay)
      phones.set(phone, acts)
      const run = acts[act as keyof PhoneActs] as ((...values: readonly unknown[]) => Promise<unknown>) | undefined
      if (!run) throw new Error(`A phone does not know how to ${act}.`)
      return run(...values)
    },
    async stop() {
      await Promise.allSettled([...phones.values()].map((phone) => phone.close()))
    },
  }
}

function createPhone(relay: { readonly url: string; readonly projectId: string }): PhoneActs {
  const proposals: Proposal[] = []
  const requests: (PhoneRequest & { readonly topic: string })[] = []
  let client: SignClient | undefined
  const on = (): SignClient => {
    if (!client) throw new Error('The phone is off.')
    return client
  }
  let answered = 0
  const next = async (): Promise<Proposal> => {
    const proposal = await waitFor(() => proposals[answered])
    answered += 1
    return proposal
  }
  const scan = async (uri: string): Promise<Proposal> => {
    await on().pair({ uri })
    return next()
  }
  const agree = async (
    proposal: Proposal,
    parts: { readonly accounts: readonly string[]; readonly methods?: readonly string[] | undefined },
  ): Promise<null> => {
    const { acknowledged } = await on().approve({ id: proposal.id, namespaces: toNamespaces(proposal, parts) })
    await acknowledged()
    return null
  }
  const find = (id: number): string => {
    const request = requests.find((known) => known.id === id)
    if (!request) throw new Error(`The phone was never asked ${id}.`)
    return request.topic
  }
  return {
    async start({ name, native }) {
      client = await createSignClient({
        relayUrl: relay.url,
        projectId: relay.projectId,
        metadata: {
          name,
          description: '',
          url: 'https://phone.invalid',
          icons: [],
          ...(native && { redirect: { native } }),
        },
        surroundings: nodeSurroundings({}),
      })
      client.on('session_proposal', ({ params }) => proposals.push(params))
      client.on('session_request', ({ id, topic, params: { chainId, request } }) => {
        requests.push({ id, topic, chainId, method: request.method, params: request.params })
      })
      return null
    },
    approve: async (uri, parts) => agree(await scan(uri), parts),
    agree: async (parts) => agree(await next(), parts),
    async disagree(code, message) {
      await on().reject({ id: (await next()).id, reason: { code, message } })
      return null
    },
    countProposals: async () => proposals.length,
    async refuse(uri, code, message) {
      const { id } = await scan(uri)
      await on().reject({ id, reason: { code, message } })
      return null
    },
    requests: async (atLeast) => waitFor(() => (requests.length >= atLeast ? requests : undefined)),
    async answer(id, result) {
      await on().respond({ topic: find(id), response: { id, jsonrpc: '2.0', result } })
      return null
    },
    async deny(id, code, message) {
      await on().respond({ topic: find(id), response: { id, jsonrpc: '2.0', error: { code, message } } })
      return null
    },
    async update(accounts) {
      for (const { topic, namespaces } of on().session.values) {
        const { acknowledged } = await on().update({ topic, namespaces: withAccounts(namespaces, accounts) })
        await acknowledged()
      }
      return null
    },
    async emit(name, data, chainId) {
      for (const { topic } of on().session.values) await on().emit({ topic, chainId, event: { name, data } })
      return null
    },
    sites: async () => on().session.values.map((session) => session.peer.metadata.name),
    returnLinks: async () => on().session.values.flatMap((session) => session.peer.metadata.redirect?.universal ?? []),
    async drop() {
      for (const { topic } of on().session.values) await on().disconnect({ topic })
      return null
    },
    async close() {
      await client?.close()
      client = undefined
      return null
    },
  }
}

/** Grants what was asked in the namespaces of these accounts. */
function toNamespaces(
  proposal: Proposal,
  { accounts, methods }: { readonly accounts: readonly string[]; readonly methods?: readonly string[] | undefined },
): Record<string, SessionNamespace> {
  const namespaces: Record<string, SessionNamespace> = {}
  for (const account of accounts) {
    const [namespace = ''] = account.split(':')
    const asked = proposal.optionalNamespaces[namespace]
    namespaces[namespace] = {
      accounts: [...(namespaces[namespace]?.accounts ?? []), account],
      methods: methods ?? asked?.methods ?? [],
      events: asked?.events ?? [],
    }
  }
  return namespaces
}

function withAccounts(
  namespaces: Readonly<Record<string, SessionNamespace>>,
  accounts: readonly string[],
): Record<string, SessionNamespace> {
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, granted]) => [
      key,
      { ...granted, accounts: accounts.filter((account) => account.startsWith(`${key}:`)) },
    ]),
  )
}

/** Asks every few ms, and gives up after 15 s: the test that waits would by then as well. */
async function waitFor<Found>(look: () => Found | undefined): Promise<Found> {
  for (let turn = 0; turn < 750; turn += 1) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It did not come.')
}
