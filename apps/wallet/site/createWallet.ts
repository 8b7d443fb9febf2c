import type {
  AuthRequest,
  Clock,
  JsonRpcResponse,
  Pairing,
  PendingRequest,
  Proposal,
  RelayerEvent,
  Session,
  SessionNamespaces,
  SignClient,
} from '@latchkey/walletconnect'
import { isEngineError } from '@latchkey/walletconnect'
import { answerRequest, RequestError, type SentBatch } from '../rules/answerRequest.ts'
import { describeRequest, type Question } from '../rules/describeRequest.ts'
import { FAMILIES, familyOf } from '../rules/families.ts'
import { type Choice, findObstacle, listOffers, toAccounts, toNamespaces } from '../rules/grants.ts'
import type { Keys } from '../rules/keys.ts'
import { readPairingCode } from '../rules/pairingCode.ts'
import { type ParsedRequest, parseRequest } from '../rules/parseRequest.ts'
import { listSignInChains, type SignInRequest, signIn, toIssuer } from '../rules/signIn.ts'
import type { KnownChain, WalletSettings } from '../settings.ts'

/** Something that waits for the owner's word. */
export type Pending =
  | { readonly kind: 'proposal'; readonly id: number; readonly proposal: Proposal }
  | { readonly kind: 'signIn'; readonly id: number; readonly request: AuthRequest }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly request: PendingRequest
      readonly session: Session
      readonly chain: KnownChain
      readonly question: Question
    }

export type WalletState = {
  readonly sessions: readonly Session[]
  /** Oldest first. */
  readonly pending: readonly Pending[]
  /** Ids that are being answered. */
  readonly working: readonly number[]
  /** What became of the last deed, said once. */
  readonly word: { readonly text: string; readonly isProblem: boolean; readonly number: number }
  /** The code that was brought last: being taken, or taken while its site has not answered. */
  readonly pairing: { readonly step: 'resting' | 'taking' | 'waiting'; readonly problem: string | undefined }
  readonly relay: 'idle' | 'connected' | 'trying' | 'refused'
  /** The network of a session's namespace, by `topic namespace`. */
  readonly chains: Readonly<Record<string, string>>
}

/** The wallet: what it knows, and what its owner can do with it. */
export type Wallet = {
  readonly settings: WalletSettings
  readonly keys: Keys
  getState(): WalletState
  subscribe(listener: () => void): () => void
  /** Takes a code that was pasted, scanned or followed. Never rejects: what is wrong is in the state. */
  pair(text: string): Promise<void>
  /** Says that a picture held no code, or the like. */
  reportPairingProblem(problem: string | undefined): void
  approveProposal(id: number, choices: Readonly<Record<string, Choice>>): Promise<void>
  rejectProposal(id: number): Promise<void>
  /** The text of a sign-in, for one account, or why it cannot be signed. */
  readSignIn(request: SignInRequest, accountIndex: number): { readonly text: string } | { readonly problem: string }
  approveSignIn(id: number, accountIndex: number): Promise<void>
  rejectSignIn(id: number): Promise<void>
  approveRequest(id: number): Promise<void>
  rejectRequest(id: number): Promise<void>
  /** The network of a session's namespace. */
  getChain(session: Session, namespace: string): string
  switchChain(topic: string, chain: string): Promise<void>
  switchAccount(topic: string, namespace: string, index: number): Promise<void>
  addNamespace(topic: string, namespace: string): Promise<void>
  removeNamespace(topic: string, namespace: string): Promise<void>
  extend(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
}

/** The owner said no. Source: protocol reference, section 9. */
const REJECTED = { code: 5000, message: 'User rejected.' }

/** A request was turned down by its owner. Source: EIP-1193. */
const REQUEST_REJECTED = { code: 4001, message: 'User rejected the request.' }

/** How long a site has to answer to its code before its silence is spoken of, in ms. What it asks for lies ready at the relay. */
const ANSWER_MS = 10_000

/** How much earlier than what it carries a code may run out. */
const MARGIN_SECONDS = 10

/** Makes the wallet over a client of the protocol. */
export function createWallet(parameters: {
  readonly client: SignClient
  readonly keys: Keys
  readonly settings: WalletSettings
  readonly fetch: typeof globalThis.fetch
  readonly makeId: () => string
  readonly clock: Clock
}): Wallet {
  const { client, keys, settings, makeId, clock } = parameters
  const listeners = new Set<() => void>()
  const batches = new Map<string, SentBatch>()
  /** Answers that were made but not yet taken by the relay, so that nothing is signed or sent twice; two sites may use one id. */
  const made = new Map<string, JsonRpcResponse>()
  const answered = new Set<string>()
  /** Ids of what sites no longer want to hear of, though it has not run out. */
  const takenBack = new Set<number>()
  /** Topic of the code whose site has not answered yet. */
  let awaited: string | undefined
  let stopWaiting = (): void => undefined
  let state: WalletState = {
    sessions: [],
    pending: [],
    working: [],
    word: { text: '', isProblem: false, number: 0 },
    pairing: { step: 'resting', problem: undefined },
    relay: 'idle',
    chains: {},
  }

  function change(next: Partial<WalletState>): void {
    state = { ...state, ...next }
    for (const listener of [...listeners]) listener()
  }

  function say(text: string, isProblem = false): void {
    change({ word: { text, isProblem, number: state.word.number + 1 } })
  }

  /** Does something that may fail, says how it ended, and keeps its id from being answered twice meanwhile. */
  async function act(id: number | undefined, done: string, work: () => Promise<unknown>): Promise<void> {
    if (id !== undefined && state.working.includes(id)) return
    if (id !== undefined) change({ working: [...state.working, id] })
    try {
      await work()
      say(done)
    } catch (error) {
      say(readProblem(error), true)
    } finally {
      change({ working: state.working.filter((other) => other !== id) })
      refresh()
    }
  }

  function parse(request: PendingRequest, session: Session): ParsedRequest {
    const { request: call, chainId } = request.params
    const accounts = Object.values(session.namespaces).flatMap((granted) => granted.accounts)
    return parseRequest(call, chainId, { keys, chains: settings.chains, accounts })
  }

  function findChain(id: string): KnownChain {
    return settings.chains.find((chain) => chain.id === id) ?? { id, name: id, symbol: '', decimals: 18 }
  }

  function findSession(topic: string): Session | undefined {
    return client.session.values.find((session) => session.topic === topic)
  }

  /** Reads the client's records anew. What needs no asking is answered at once. */
  function refresh(): void {
    const isOpen = ({ pairingTopic }: { readonly pairingTopic: string }): boolean =>
      findPairing(pairingTopic) !== undefined
    const proposals = client.proposal.values.filter((proposal) => isOpen(proposal) && !hasSignIn(proposal.pairingTopic))
    const signIns = client.auth.requests.values.filter(isOpen)
    const requests = client.pendingRequest.values.flatMap((request): Pending[] => {
      const session = findSession(request.topic)
      if (!session || answered.has(keyOf(request))) return []
      const parsed = parse(request, session)
      const chain = findChain(request.params.chainId)
      const question = describeRequest(parsed, chain)
      if (question) return [{ kind: 'request', id: request.id, request, session, chain, question }]
      answered.add(keyOf(request))
      void respond(request, parsed, chain).catch((error: unknown) => {
        // Another tab of this wallet may have answered first.
        if (client.pendingRequest.keys.includes(request.id)) say(readProblem(error), true)
      })
      return []
    })
    const pending: Pending[] = [
      ...proposals.map((proposal): Pending => ({ kind: 'proposal', id: proposal.id, proposal })),
      ...signIns.map((request): Pending => ({ kind: 'signIn', id: request.id, request })),
      ...requests,
    ]
    const lost = state.pending.filter(isTakenBack)
    for (const { id } of lost) takenBack.add(id)
    if ([...proposals, ...signIns].some(({ pairingTopic }) => pairingTopic === awaited)) rest()
    else if (awaited !== undefined && !findPairing(awaited)) rest('The site took its code back. Ask it for a new one.')
    // Ids begin with the time at which they were made.
    change({ sessions: client.session.values, pending: pending.sort((a, b) => a.id - b.id) })
    if (lost.length > 0) say('The site took its code back.')
  }

  /** Whether something is still on record and has time left, yet its site has ended the code that it came by. */
  function isTakenBack(item: Pending): boolean {
    if (item.kind === 'request' || state.working.includes(item.id)) return false
    const { pairingTopic, expiryTimestamp } = item.kind === 'proposal' ? item.proposal : item.request
    const isKnown = (item.kind === 'proposal' ? client.proposal : client.auth.requests).keys.includes(item.id)
    // What runs out loses its code first.
    return isKnown && !findPairing(pairingTopic) && expiryTimestamp > clock.now() / 1000 + MARGIN_SECONDS
  }

  function findPairing(topic: string): Pairing | undefined {
    return client.pairing.values.find((pairing) => pairing.topic === topic)
  }

  /** No code is on its way any more. */
  function rest(problem?: string): void {
    stopWaiting()
    awaited = undefined
    change({ pairing: { step: 'resting', problem } })
  }

  /** A site that asks to sign in sends a plain proposal along, for wallets that know no sign-in. */
  function hasSignIn(pairingTopic: string): boolean {
    return findPairing(pairingTopic)?.methods?.includes('wc_sessionAuthenticate') ?? false
  }

  /** Carries a request out and sends the answer, which may be an error. */
  async function respond(request: PendingRequest, parsed: ParsedRequest, chain: KnownChain): Promise<JsonRpcResponse> {
    const { topic } = request
    const key = keyOf(request)
    const known = made.get(key)
    const response = known ?? (await makeResponse(request, parsed, chain))
    made.set(key, response)
    await client.respond({ topic, response })
    made.delete(key)
    return response
  }

  async function makeResponse(
    { id, topic }: PendingRequest,
    parsed: ParsedRequest,
    chain: KnownChain,
  ): Promise<JsonRpcResponse> {
    try {
      if (parsed.kind === 'switchChain') await goTo(topic, parsed.chain.id)
      const result = await answerRequest(parsed, { keys, chain, fetch: parameters.fetch, batches, makeId })
      return { id, jsonrpc: '2.0', result }
    } catch (error) {
      const code = error instanceof RequestError ? error.code : -32603
      return { id, jsonrpc: '2.0', error: { code, message: readProblem(error) } }
    }
  }

  /** Moves a session to a chain: adds it where it is missing, then tells the site. */
  async function goTo(topic: string, chain: string): Promise<void> {
    const session = findSession(topic)
    const namespace = familyOf(chain)
    const granted = session?.namespaces[namespace]
    if (!session || !granted) throw new RequestError(4100, 'The session does not cover this network.')
    if (!granted.accounts.some((account) => account.startsWith(`${chain}:`))) {
      const accounts = [...granted.accounts, ...toAccounts([chain], getAccountIndex(session, namespace), keys)]
      const chains = [...new Set([...(granted.chains ?? []), chain])]
      await update(topic, { ...session.namespaces, [namespace]: { ...granted, chains, accounts } })
    }
    change({ chains: { ...state.chains, [`${topic} ${namespace}`]: chain } })
    const reference = chain.slice(chain.indexOf(':') + 1)
    await emit(topic, 'chainChanged', namespace === 'eip155' ? Number(reference) : reference, chain)
  }

  async function update(topic: string, namespaces: SessionNamespaces): Promise<void> {
    await client.update({ topic, namespaces })
  }

  /** Tells the site where the session lets it be told. */
  async function emit(topic: string, name: string, data: unknown, chainId: string): Promise<void> {
    const events = findSession(topic)?.namespaces[familyOf(chainId)]?.events ?? []
    if (events.includes(name)) await client.emit({ topic, chainId, event: { name, data } })
  }

  function getAccountIndex(session: Session, namespace: string): number {
    const [account] = session.namespaces[namespace]?.accounts ?? []
    if (account === undefined) return 0
    const at = account.lastIndexOf(':')
    return keys.findIndex(account.slice(0, at), account.slice(at + 1)) ?? 0
  }

  function getChain(session: Session, namespace: string): string {
    const { accounts = [], chains = [] } = session.namespaces[namespace] ?? {}
    const chosen = state.chains[`${session.topic} ${namespace}`]
    const [first] = accounts
    return chosen ?? chains[0] ?? (first === undefined ? '' : first.slice(0, first.lastIndexOf(':')))
  }

  function readSignIn(request: SignInRequest, accountIndex: number): { text: string } | { problem: string } {
    const [chain] = listSignInChains(request, settings.chains)
    if (!chain) return { problem: 'The site asks for a sign-in on networks that this wallet does not know.' }
    try {
      return { text: formatSignIn(request, toIssuer(chain.id, accountIndex, keys)) }
    } catch {
      return { problem: 'The text of this sign-in is not well formed, so it is not signed.' }
    }
  }

  function formatSignIn(request: SignInRequest, iss: string): string {
    return client.formatAuthMessage({ request, iss })
  }

  const signAll = (request: SignInRequest, accountIndex: number) =>
    signIn(request, {
      chains: listSignInChains(request, settings.chains),
      accountIndex,
      keys,
      format: (iss) => formatSignIn(request, iss),
    })

  function findPending<Kind extends Pending['kind']>(
    kind: Kind,
    id: number,
  ): Extract<Pending, { kind: Kind }> | undefined {
    const found = state.pending.find((pending) => pending.kind === kind && pending.id === id)
    return found as Extract<Pending, { kind: Kind }> | undefined
  }

  const onRelay = (event: RelayerEvent): void => {
    if (event.name === 'relayer_connect') change({ relay: 'connected' })
    // A socket that nothing needs is closed, which is no trouble.
    if (event.name === 'relayer_disconnect') change({ relay: event.reason === 'idle' ? 'idle' : 'trying' })
    if (event.name === 'relayer_try_failed') change({ relay: 'trying' })
    if (event.name === 'relayer_refused') change({ relay: 'refused' })
  }
  client.on('relayer', onRelay)
  client.on('session_delete', () => say('The site ended a connection.'))
  client.on('session_request_expire', () => say('A request was not answered in time.', true))
  client.on('proposal_expire', ({ id }) => {
    if (!takenBack.has(id)) say('The site waited five minutes and gave up.', true)
  })
  // Handling sign-ins is what makes the plain proposal beside them superfluous.
  client.on('session_authenticate', () => refresh())
  client.internals.backend.watch(() => refresh())
  refresh()

  return {
    settings,
    keys,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async pair(text) {
      const code = readPairingCode(text)
      if ('problem' in code) {
        rest(code.problem)
        return
      }
      if (findPairing(code.topic)?.active) {
        rest('This code was used already. Ask the site for a new one.')
        return
      }
      rest()
      change({ pairing: { step: 'taking', problem: undefined } })
      try {
        const { topic } = await client.pair({ uri: code.uri })
        awaited = topic
        change({ pairing: { step: 'waiting', problem: undefined } })
        stopWaiting = clock.after(ANSWER_MS, () =>
          rest('The site does not answer. A code works once: ask the site for a new one.'),
        )
        refresh()
      } catch (error) {
        rest(readPairingProblem(error))
      }
    },
    reportPairingProblem: rest,
    async approveProposal(id, choices) {
      const pending = findPending('proposal', id)
      if (!pending) return
      const { proposal } = pending
      const { name } = proposal.proposer.metadata
      await act(id, `Connected to ${name}.`, async () => {
        const offers = listOffers(proposal, settings.chains)
        const obstacle = findObstacle(proposal, offers)
        if (obstacle) throw new RequestError(5100, obstacle)
        const namespaces = toNamespaces(offers, choices, keys)
        const asked = proposal.requests?.authentication ?? []
        const accountIndex = choices.eip155?.accountIndex ?? 0
        const authentication = (await Promise.all(asked.map((request) => signAll(request, accountIndex)))).flat()
        await client.approve({
          id,
          namespaces,
          ...(authentication.length > 0 ? { proposalRequestsResponses: { authentication } } : {}),
        })
      })
    },
    rejectProposal: (id) => act(id, 'You said no. The site was told.', () => client.reject({ id, reason: REJECTED })),
    readSignIn,
    async approveSignIn(id, accountIndex) {
      const pending = findPending('signIn', id)
      if (!pending) return
      const { authPayload, requester } = pending.request
      await act(id, `Signed in to ${requester.metadata.name}.`, async () => {
        await client.approveSessionAuthenticate({ id, auths: await signAll(authPayload, accountIndex) })
      })
    },
    rejectSignIn: (id) =>
      act(id, 'You said no. The site was told.', () => client.rejectSessionAuthenticate({ id, reason: REJECTED })),
    async approveRequest(id) {
      const pending = findPending('request', id)
      if (!pending || pending.question.problem !== undefined) return
      const { request, chain, session } = pending
      await act(id, 'Done. The site has the answer.', async () => {
        const response = await respond(request, parse(request, session), chain)
        if ('error' in response) throw new RequestError(response.error.code, response.error.message)
      })
    },
    async rejectRequest(id) {
      const pending = findPending('request', id)
      if (!pending) return
      const { problem } = pending.question
      const error = problem === undefined ? REQUEST_REJECTED : { code: 4200, message: problem }
      const known = made.get(keyOf(pending.request))
      // What was signed or sent before cannot be taken back, so the site hears of it and not of a refusal.
      await act(
        id,
        known ? 'It was done before. The site has the answer.' : 'You said no. The site was told.',
        async () => {
          await client.respond({ topic: pending.request.topic, response: known ?? { id, jsonrpc: '2.0', error } })
          made.delete(keyOf(pending.request))
        },
      )
    },
    getChain,
    switchChain: (topic, chain) =>
      act(undefined, `The site is now on ${findChain(chain).name}.`, () => goTo(topic, chain)),
    async switchAccount(topic, namespace, index) {
      const session = findSession(topic)
      const granted = session?.namespaces[namespace]
      if (!session || !granted) return
      const here = getChain(session, namespace)
      const chains = [...new Set(granted.accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))]
      await act(undefined, `The site now sees account ${index + 1}.`, async () => {
        const accounts = toAccounts(chains, index, keys)
        await update(topic, { ...session.namespaces, [namespace]: { ...granted, accounts } })
        await emit(topic, 'accountsChanged', [keys.getAddress(here, index)], here)
      })
    },
    async addNamespace(topic, namespace) {
      const session = findSession(topic)
      const family = FAMILIES[namespace]
      const [chain] = settings.chains.filter(({ id }) => familyOf(id) === namespace)
      if (!session || !family || !chain) return
      const { methods, events } = family
      await act(undefined, `${family.name} was added.`, () =>
        update(topic, {
          ...session.namespaces,
          [namespace]: { chains: [chain.id], accounts: toAccounts([chain.id], 0, keys), methods, events },
        }),
      )
    },
    async removeNamespace(topic, namespace) {
      const session = findSession(topic)
      if (!session) return
      const { [namespace]: _, ...rest } = session.namespaces
      await act(undefined, `${FAMILIES[namespace]?.name ?? namespace} was taken back.`, () => update(topic, rest))
    },
    extend: (topic) => act(undefined, 'The connection lasts seven more days.', () => client.extend({ topic })),
    disconnect: (topic) =>
      act(undefined, 'Disconnected.', () =>
        client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
      ),
  }
}

/** Why a code could not be taken, for somebody who knows nothing of topics and keys. */
function readPairingProblem(error: unknown): string {
  if (isEngineError(error, 'EXPIRED')) return 'This code is no longer valid. Ask the site for a new one.'
  if (isEngineError(error, 'RELAY_UNREACHABLE')) return 'The relay cannot be reached. Try again when you are online.'
  return isEngineError(error, 'MISSING_OR_INVALID') ? 'This code is damaged. Copy it again.' : readProblem(error)
}

/** An error in words; those of nodes come shortened. */
function readProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'Something went wrong.'
  return 'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message
}

const keyOf = ({ topic, id }: PendingRequest): string => `${topic}:${id}`
