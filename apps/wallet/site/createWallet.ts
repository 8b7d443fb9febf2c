import type { Clock, RelayerEvent, SignClient } from '@latchkey/walletconnect'
import { RequestError } from '../rules/answerRequest.ts'
import { FAMILIES, familyOf } from '../rules/families.ts'
import { findObstacle, listOffers, toNamespaces } from '../rules/grants.ts'
import type { Keys } from '../rules/keys.ts'
import { readProblem } from '../rules/readProblem.ts'
import { listSignInChains, type SignInRequest, signIn, toIssuer } from '../rules/signIn.ts'
import type { WalletSettings } from '../settings.ts'
import { type Codes, createCodes } from './createCodes.ts'
import { createRequests, findChain } from './createRequests.ts'
import { createSessions } from './createSessions.ts'
import { createWalletStore } from './createWalletStore.ts'
import type { Pending, Wallet, WalletState } from './wallet.ts'

/** The owner rejected it. Source: WalletConnect specification, Sign error codes. */
const REJECTED = { code: 5000, message: 'User rejected.' }

/** A request was turned down by its owner. Source: EIP-1193. */
const REQUEST_REJECTED = { code: 4001, message: 'User rejected the request.' }

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
  const { client, keys, settings, clock } = parameters
  const store = createWalletStore()
  const { change, say } = store
  const codes = createCodes(client, store, clock, () => refresh())
  const sessions = createSessions(client, store, keys, settings)
  const requests = createRequests({ ...parameters, sessions, onProblem: (problem) => say(problem, true) })
  /** Ids of what sites no longer want to be answered, though it has not run out. */
  const takenBack = new Set<number>()

  /** Does something that may fail, says how it ended, and keeps its id from being answered twice meanwhile. */
  async function act(id: number | undefined, done: string, work: () => Promise<unknown>): Promise<void> {
    if (id !== undefined && store.get().working.includes(id)) return
    if (id !== undefined) change({ working: [...store.get().working, id] })
    try {
      await work()
      say(done)
    } catch (error) {
      say(readProblem(error), true)
    } finally {
      change({ working: store.get().working.filter((other) => other !== id) })
      refresh()
    }
  }

  /** Reads the client's records anew. */
  function refresh(): void {
    const asked = listAsked(client, codes)
    const pending = [...asked, ...requests.read()]
    const lost = store.get().pending.filter((item) => isTakenBack(item, { client, codes, clock, state: store.get() }))
    for (const { id } of lost) takenBack.add(id)
    codes.refresh(asked.map(pairingTopicOf))
    // Ids begin with the time at which they were made.
    change({ sessions: client.session.values, pending: pending.sort((a, b) => a.id - b.id) })
    if (lost.length > 0) say('The site took its code back.')
  }

  const format = (request: SignInRequest, iss: string): string => client.formatAuthMessage({ request, iss })
  const signAll = (request: SignInRequest, accountIndex: number) =>
    signIn(request, {
      chains: listSignInChains(request, settings.chains),
      accountIndex,
      keys,
      format: (iss) => format(request, iss),
    })

  function findPending<Kind extends Pending['kind']>(
    kind: Kind,
    id: number,
  ): Extract<Pending, { kind: Kind }> | undefined {
    const found = store.get().pending.find((pending) => pending.kind === kind && pending.id === id)
    return found as Extract<Pending, { kind: Kind }> | undefined
  }

  client.on('relayer', (event) => change(readRelay(event)))
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
    getState: store.get,
    subscribe: store.subscribe,
    pair: codes.take,
    reportPairingProblem: codes.rest,
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
    readSignIn(request, accountIndex) {
      const [chain] = listSignInChains(request, settings.chains)
      if (!chain) return { problem: 'The site asks for a sign-in on networks that this wallet does not know.' }
      try {
        return { text: format(request, toIssuer(chain.id, accountIndex, keys)) }
      } catch {
        return { problem: 'The text of this sign-in is not well formed, so it is not signed.' }
      }
    },
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
      await act(id, 'Done. The site has the answer.', async () => {
        const response = await requests.approve(pending.request, pending.session)
        if ('error' in response) throw new RequestError(response.error.code, response.error.message)
      })
    },
    async rejectRequest(id) {
      const pending = findPending('request', id)
      if (!pending) return
      const { request, question } = pending
      const error = question.problem === undefined ? REQUEST_REJECTED : { code: 4200, message: question.problem }
      const done = requests.isMade(request)
        ? 'It was done before. The site has the answer.'
        : 'You said no. The site was told.'
      await act(id, done, () => requests.reject(request, error))
    },
    getChain: sessions.getChain,
    switchChain: (topic, chain) =>
      act(undefined, `The site is now on ${findChain(settings, chain).name}.`, () => sessions.goTo(topic, chain)),
    async switchAccount(topic, namespace, index) {
      const session = sessions.find(topic)
      if (!session?.namespaces[namespace]) return
      await act(undefined, `The site now sees account ${index + 1}.`, () =>
        sessions.switchAccount(session, namespace, index),
      )
    },
    async addNamespace(topic, namespace) {
      const session = sessions.find(topic)
      const family = FAMILIES[namespace]
      if (!session || !family || !settings.chains.some(({ id }) => familyOf(id) === namespace)) return
      await act(undefined, `${family.name} was added.`, () => sessions.addNamespace(session, namespace))
    },
    async removeNamespace(topic, namespace) {
      const session = sessions.find(topic)
      if (!session) return
      const name = FAMILIES[namespace]?.name ?? namespace
      await act(undefined, `${name} was taken back.`, () => sessions.removeNamespace(session, namespace))
    },
    extend: (topic) => act(undefined, 'The connection lasts seven more days.', () => client.extend({ topic })),
    disconnect: (topic) =>
      act(undefined, 'Disconnected.', () =>
        client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
      ),
  }
}

/** Something that came by a code. */
type Asked = Exclude<Pending, { kind: 'request' }>

function pairingTopicOf(item: Asked): string {
  return item.kind === 'proposal' ? item.proposal.pairingTopic : item.request.pairingTopic
}

/** Proposals and sign-ins whose codes are still open. */
function listAsked({ proposal, auth }: Pick<SignClient, 'proposal' | 'auth'>, codes: Codes): readonly Asked[] {
  const proposals = proposal.values
    .map((proposal): Asked => ({ kind: 'proposal', id: proposal.id, proposal }))
    // A site that asks to sign in sends a plain proposal along, for wallets that know no sign-in.
    .filter((item) => !codes.find(pairingTopicOf(item))?.methods?.includes('wc_sessionAuthenticate'))
  const signIns = auth.requests.values.map((request): Asked => ({ kind: 'signIn', id: request.id, request }))
  return [...proposals, ...signIns].filter((item) => codes.find(pairingTopicOf(item)) !== undefined)
}

/** Whether something is still on record and has time left, yet its site has ended the code that it came by. */
function isTakenBack(
  item: Pending,
  { client, codes, clock, state }: { client: SignClient; codes: Codes; clock: Clock; state: WalletState },
): boolean {
  if (item.kind === 'request' || state.working.includes(item.id)) return false
  const { expiryTimestamp } = item.kind === 'proposal' ? item.proposal : item.request
  const isKnown = (item.kind === 'proposal' ? client.proposal : client.auth.requests).keys.includes(item.id)
  // What runs out loses its code first.
  return isKnown && !codes.find(pairingTopicOf(item)) && expiryTimestamp > clock.now() / 1000 + MARGIN_SECONDS
}

/** What an event of the relay's connection changes. */
function readRelay(event: RelayerEvent): Partial<WalletState> {
  switch (event.name) {
    case 'relayer_connect':
      return { relay: 'connected' }
    case 'relayer_disconnect':
      // A socket that nothing needs is closed, which is no trouble.
      return { relay: event.reason === 'idle' ? 'idle' : 'trying' }
    case 'relayer_try_failed':
      return { relay: 'trying' }
    case 'relayer_refused':
      return { relay: 'refused' }
    default:
      return {}
  }
}
