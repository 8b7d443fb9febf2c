import type { JsonRpcResponse, PendingRequest, Session, SignClient } from '@latchkey/walletconnect'
import { answerRequest, RequestError, type SentBatch } from '../rules/answerRequest.ts'
import { describeRequest } from '../rules/describeRequest.ts'
import type { Keys } from '../rules/keys.ts'
import { type ParsedRequest, parseRequest } from '../rules/parseRequest.ts'
import { readProblem } from '../rules/readProblem.ts'
import type { KnownChain, WalletSettings } from '../settings.ts'
import type { Sessions } from './createSessions.ts'
import type { Pending } from './wallet.ts'

/** What sites ask for over their sessions. */
export type Requests = {
  /** Those that the owner is asked about. What needs no asking is answered at once. */
  read(): readonly Pending[]
  /** Carries a request out and sends the answer, which may be an error. Rejects where it cannot be sent. */
  approve(request: PendingRequest, session: Session): Promise<JsonRpcResponse>
  /** Whether it was carried out, though the relay has not taken the answer. */
  isMade(request: PendingRequest): boolean
  /** Sends a refusal, or the answer where it was carried out: what was signed or sent cannot be taken back. */
  reject(request: PendingRequest, error: { readonly code: number; readonly message: string }): Promise<void>
}

export type RequestsParameters = {
  readonly client: Pick<SignClient, 'pendingRequest' | 'respond'>
  readonly sessions: Sessions
  readonly keys: Keys
  readonly settings: WalletSettings
  readonly fetch: typeof globalThis.fetch
  readonly makeId: () => string
  /** Told of an answer by itself that could not be sent. */
  readonly onProblem: (problem: string) => void
}

/** Makes the list of requests over a client. */
export function createRequests(parameters: RequestsParameters): Requests {
  const { client, sessions, keys, settings, fetch, makeId, onProblem } = parameters
  const batches = new Map<string, SentBatch>()
  /** Answers that were made but not yet taken by the relay, so that nothing is signed or sent twice; two sites may use one id. */
  const made = new Map<string, JsonRpcResponse>()
  /** Requests that needed no asking. */
  const answered = new Set<string>()

  function parse({ params: { request, chainId } }: PendingRequest, session: Session): ParsedRequest {
    const accounts = Object.values(session.namespaces).flatMap((granted) => granted.accounts)
    return parseRequest(request, chainId, { keys, chains: settings.chains, accounts })
  }

  async function send(request: PendingRequest, response: JsonRpcResponse): Promise<void> {
    await client.respond({ topic: request.topic, response })
    made.delete(keyOf(request))
  }

  async function respond(request: PendingRequest, parsed: ParsedRequest): Promise<JsonRpcResponse> {
    const response = made.get(keyOf(request)) ?? (await makeResponse(request, parsed))
    made.set(keyOf(request), response)
    await send(request, response)
    return response
  }

  async function makeResponse(
    { id, topic, params: { chainId } }: PendingRequest,
    parsed: ParsedRequest,
  ): Promise<JsonRpcResponse> {
    try {
      if (parsed.kind === 'switchChain') await sessions.goTo(topic, parsed.chain.id)
      const chain = findChain(settings, chainId)
      return { id, jsonrpc: '2.0', result: await answerRequest(parsed, { keys, chain, fetch, batches, makeId }) }
    } catch (error) {
      const code = error instanceof RequestError ? error.code : -32603
      return { id, jsonrpc: '2.0', error: { code, message: readProblem(error) } }
    }
  }

  return {
    read: () =>
      client.pendingRequest.values.flatMap((request): Pending[] => {
        const session = sessions.find(request.topic)
        if (!session || answered.has(keyOf(request))) return []
        const parsed = parse(request, session)
        const chain = findChain(settings, request.params.chainId)
        const question = describeRequest(parsed, chain)
        if (question) return [{ kind: 'request', id: request.id, request, session, chain, question }]
        answered.add(keyOf(request))
        void respond(request, parsed).catch((error: unknown) => {
          // Another tab of this wallet may have answered first.
          if (client.pendingRequest.keys.includes(request.id)) onProblem(readProblem(error))
        })
        return []
      }),
    approve: (request, session) => respond(request, parse(request, session)),
    isMade: (request) => made.has(keyOf(request)),
    reject: (request, error) => send(request, made.get(keyOf(request)) ?? { id: request.id, jsonrpc: '2.0', error }),
  }
}

/** A network by its CAIP-2 id; one that is not known has its id for a name. */
export function findChain({ chains }: WalletSettings, id: string): KnownChain {
  return chains.find((chain) => chain.id === id) ?? { id, name: id, symbol: '', decimals: 18 }
}

const keyOf = ({ topic, id }: PendingRequest): string => `${topic}:${id}`
