/** Reading ENS through an operator's nodes, with off-chain look-ups behind the guard. Sources: EIP-3668, ENSIP-21, SEC-110. */
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  custom,
  type Hex,
  HttpRequestError,
  type PublicClient,
  type Transport,
} from 'viem'
import { mainnet } from 'viem/chains'
import { RequestError } from '../RequestError.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import type { RpcPool } from './rpcPool.ts'

/** Rounds of off-chain look-ups that one record may ask for. Source: EIP-3668, which recommends four. */
export const OFFCHAIN_ROUNDS = 4

/** Addresses that one record's look-ups may lead to, all rounds together. */
export const OFFCHAIN_URLS = 12

/** Longest time for all that is read of one name or address, in ms. */
export const LOOKUP_MS = 15_000

/** A client for one record. */
export type EnsClient = PublicClient<Transport, typeof mainnet>

/** An off-chain look-up that asks for more rounds or addresses than it may. Names that need them count as none. */
export class OffchainLimitError extends Error {
  override readonly name = 'OffchainLimitError'
}

/** A client for one record: its off-chain look-ups are counted, and all that it asks ends with the signal. */
export function createEnsClient(parameters: {
  pool: RpcPool
  guardedFetch: GuardedFetch
  signal: AbortSignal
}): EnsClient {
  const { pool, guardedFetch, signal } = parameters
  let calls = 0
  let urlsLeft = OFFCHAIN_URLS
  return createPublicClient({
    chain: mainnet,
    transport: custom(
      {
        async request({ method, params }: { method: string; params?: unknown }) {
          signal.throwIfAborted()
          calls += method === 'eth_call' ? 1 : 0
          const [answer] = await pool.send([{ method, params }], signal)
          if (answer === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node answers.')
          if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
          return answer.result
        },
      },
      { retryCount: 0 },
    ),
    ccipRead: {
      // Contracts choose these addresses, so they go through the guard like everything else that data names (SEC-110).
      async request({ data, sender, urls }) {
        // A call comes before each round, so this is the number of the round.
        if (calls > OFFCHAIN_ROUNDS) throw new OffchainLimitError('too many rounds')
        for (const template of urls) {
          signal.throwIfAborted()
          if (urlsLeft === 0) throw new OffchainLimitError('too many addresses')
          urlsLeft -= 1
          const asker = sender.toLowerCase()
          const url = template.replaceAll('{sender}', asker).replaceAll('{data}', data)
          // An address without a place for the data wants it in a body. Source: EIP-3668.
          const json = template.includes('{data}') ? undefined : JSON.stringify({ data, sender: asker })
          // One that does not answer, or that the guard refuses, leaves it to the next address.
          const answer = await guardedFetch(url, { signal, json }).catch(() => undefined)
          const body = answer?.status === 200 ? readCcipAnswer(answer.body) : undefined
          if (body !== undefined) return body
        }
        throw new Error('no off-chain resolver answered')
      },
    },
  })
}

function readCcipAnswer(body: Uint8Array): Hex | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body))
    const data = typeof parsed === 'object' && parsed !== null && 'data' in parsed ? parsed.data : undefined
    return typeof data === 'string' && /^0x[0-9a-fA-F]*$/.test(data) ? (data as Hex) : undefined
  } catch {
    return undefined
  }
}

/**
 * What became of reading one record: its value, or why there is none. `name`: there is no such name. `record`: it has none of the
 * kind, or leads elsewhere. `unread`: the chain has no universal resolver, or the record asks for more look-ups than it may.
 */
export type EnsAnswer<Value> =
  | { readonly value: Value; readonly none?: undefined }
  | { readonly value?: undefined; readonly none: 'name' | 'record' | 'unread' }

/** Errors by which a universal resolver says that something is not there, and what. Source: ENSIP-23. */
const NONE: Readonly<Record<string, 'name' | 'record' | undefined>> = {
  ResolverNotFound: 'name',
  ResolverNotContract: 'name',
  UnsupportedResolverProfile: 'record',
  ReverseAddressMismatch: 'record',
}

/**
 * Reads one record. Whatever else fails throws UPSTREAM_UNAVAILABLE about `field`, be it a node, an off-chain server, or an answer
 * that its resolver refuses because it was forged or has run out: the record may be there.
 */
export async function askEns<Value>(
  signal: AbortSignal,
  field: string,
  read: () => Promise<Value | null>,
): Promise<EnsAnswer<Value>> {
  try {
    const value = await read()
    return value === null ? { none: 'record' } : { value }
  } catch (error) {
    if (signal.aborted || !(error instanceof BaseError)) throw namesUnavailable(field, error)
    const outage = error.walk((each) => each instanceof RequestError || each instanceof HttpRequestError)
    if (outage instanceof RequestError) throw outage
    if (error.walk((each) => each instanceof OffchainLimitError) !== null) return { none: 'unread' }
    if (error.walk((each) => each instanceof ContractFunctionZeroDataError) !== null) return { none: 'unread' }
    const reverted = error.walk((each) => each instanceof ContractFunctionRevertedError)
    const reason = reverted instanceof ContractFunctionRevertedError ? NONE[reverted.data?.errorName ?? ''] : undefined
    if (reason !== undefined) return { none: reason }
    throw namesUnavailable(field, error)
  }
}

/** Says that names cannot be read; what is asked for may be there. */
export function namesUnavailable(field: string, cause?: unknown): RequestError {
  return new RequestError('UPSTREAM_UNAVAILABLE', 'Names cannot be read at the moment.', { field, cause })
}
