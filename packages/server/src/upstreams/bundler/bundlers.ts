/** Bundlers and who pays, by chain and name, as the configuration has them: no address of theirs comes from a caller (SEC-124). */
import { parseWith } from '@latchkey/wire'
import { BUNDLER_CALLS, type BundlerMethod, type DraftOperation } from '@latchkey/wire/bundler'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import type * as v from 'valibot'
import type { ChainConfig } from '../../config.ts'
import type { Clock, Log } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import type { SpentBudget, SponsorCharge } from '../../storage/sponsorBudgets.ts'
import { createRpcPool, type RpcAnswer, type RpcPool } from '../rpcPool.ts'
import { findRefusal, mostCostOf, type Sponsor } from './sponsorRules.ts'

/** Most bytes of an answer. */
const ANSWER_LIMIT = 1024 * 1024

const DAY_MS = 24 * 60 * 60_000

/** Charges what an operation may cost, in wei; says whose day has no room for it. */
export type Charge = (parameters: SponsorCharge) => Promise<SpentBudget | undefined>

/** Whom a call goes to, and for whom. */
export type BundlerQuestion = {
  readonly networkId: string
  /** Absent: the first of the chain. */
  readonly name?: string | undefined
  readonly method: string
  readonly params: unknown
  readonly projectId: string
  readonly signal?: AbortSignal | undefined
}

/** Everything that is asked of bundlers. */
export type Bundlers = {
  /**
   * Asks a bundler, or its paymaster. A refusal of theirs is an answer. Throws a `RequestError`: BUNDLER_UNKNOWN, SPONSOR_REFUSED,
   * SPONSOR_BUDGET_SPENT, or UPSTREAM_UNAVAILABLE, also where an answer has not the form of its method.
   */
  ask(question: BundlerQuestion): Promise<RpcAnswer>
}

type Bundler = { readonly networkId: string; readonly pool: RpcPool; readonly sponsor: Paying | undefined }
type Paying = Sponsor & { readonly pool: RpcPool }

/** Methods about who pays, and whether they bind whoever does. */
const PAYMASTER_METHODS: Readonly<Partial<Record<BundlerMethod, { readonly isBinding: boolean }>>> = {
  pm_getPaymasterStubData: { isBinding: false },
  pm_getPaymasterData: { isBinding: true },
  pm_sponsorUserOperation: { isBinding: true },
}

export function createBundlers(parameters: {
  chains: readonly ChainConfig[]
  fetch: typeof fetch
  clock: Clock
  log: Log
  timeoutMs: number
  charge: Charge
}): Bundlers {
  const { chains, clock, charge } = parameters

  const openPool = (
    chain: ChainConfig,
    service: ChainConfig['bundlers'][number]['service'],
    namesChain: boolean,
  ): RpcPool =>
    createRpcPool({ ...parameters, chain: { ...chain, rpc: [service] }, answerLimit: ANSWER_LIMIT, namesChain })

  const open = (chain: ChainConfig, { service, sponsor }: ChainConfig['bundlers'][number]): Bundler => {
    const pool = openPool(chain, service, true)
    // A service that only pays has no chain to name: each of its calls says for which one it is.
    const payingPool = sponsor?.service === undefined ? pool : openPool(chain, sponsor.service, false)
    return { networkId: chain.id, pool, sponsor: sponsor && { ...sponsor, pool: payingPool } }
  }

  const opened = new Map(
    chains.map((chain) => [chain.id, new Map(chain.bundlers.map((each) => [each.name, open(chain, each)]))]),
  )

  const find = (networkId: string, name: string | undefined): Bundler => {
    const ofChain = opened.get(networkId)
    if (!ofChain) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${networkId}.`, { field: 'chainId' })
    }
    const [first] = ofChain.values()
    const found = name === undefined ? first : ofChain.get(name)
    if (found) return found
    throw new RequestError('BUNDLER_UNKNOWN', `This gateway has no such bundler of ${networkId}.`, {
      field: 'bundler_name',
    })
  }

  /** What a paymaster is asked: the operation, and the operator's own context in the place of the caller's. */
  const askPaymaster = async (
    bundler: Bundler,
    method: BundlerMethod,
    operation: DraftOperation,
    { projectId, signal }: BundlerQuestion,
  ): Promise<RpcAnswer> => {
    const { networkId, sponsor } = bundler
    if (!sponsor) throw new RequestError('SPONSOR_REFUSED', `Nobody pays for operations on ${networkId} here.`)
    const refusal = findRefusal(operation, sponsor, projectId)
    if (refusal !== undefined) throw new RequestError('SPONSOR_REFUSED', refusal, { field: 'callData' })
    const chainId = `0x${BigInt(networkId.slice('eip155:'.length)).toString(16)}`
    const params =
      method === 'pm_sponsorUserOperation'
        ? [operation, ENTRY_POINT, sponsor.context]
        : [operation, ENTRY_POINT, chainId, sponsor.context]
    const answer = await send(sponsor.pool, method, params, signal)
    if (!('result' in answer)) return answer
    const given = answer.result as Partial<DraftOperation>
    if (given.paymaster?.toLowerCase() !== sponsor.paymaster.toLowerCase()) throw unfit(method)
    await checkCost(bundler, sponsor, method, { ...operation, ...given }, projectId)
    return answer
  }

  /** Nothing binding leaves before it is charged. */
  const checkCost = async (
    { networkId }: Bundler,
    sponsor: Sponsor,
    method: BundlerMethod,
    operation: DraftOperation,
    projectId: string,
  ): Promise<void> => {
    const cost = mostCostOf(operation)
    if (cost > BigInt(sponsor.perOperation)) {
      throw new RequestError('SPONSOR_REFUSED', 'The operation may cost more than is paid for one.', { field: 'gas' })
    }
    if (!PAYMASTER_METHODS[method]?.isBinding) return
    // Without a limit or a price there is no telling what it may cost.
    if (
      !operation.maxFeePerGas ||
      !operation.callGasLimit ||
      !operation.verificationGasLimit ||
      !operation.preVerificationGas
    ) {
      throw new RequestError('SPONSOR_REFUSED', 'The operation does not say what it may cost.', { field: 'gas' })
    }
    const spent = await charge({
      projectId,
      networkId,
      account: operation.sender.toLowerCase(),
      day: Math.floor(clock.now() / DAY_MS),
      cost,
      perAccount: BigInt(sponsor.perAccountAndDay),
      perProject: BigInt(sponsor.perProjectAndDay),
    })
    if (spent === undefined) return
    throw new RequestError(
      'SPONSOR_BUDGET_SPENT',
      spent === 'account' ? 'This account was paid for enough today.' : 'This project was paid for enough today.',
      { field: spent },
    )
  }

  const send = async (
    pool: RpcPool,
    method: BundlerMethod,
    params: unknown,
    signal: AbortSignal | undefined,
  ): Promise<RpcAnswer> => {
    const [answer] = await pool.send([{ method, params }], signal)
    if (!answer) throw unfit(method)
    if (!('result' in answer)) return answer
    const schema: v.GenericSchema<unknown, unknown> = BUNDLER_CALLS[method].result
    const read = parseWith(schema, answer.result)
    if (!read.ok) throw unfit(method)
    return { result: read.value }
  }

  return {
    ask: async (question) => {
      const { networkId, name, method, params, signal } = question
      const bundler = find(networkId, name)
      if (!isBundlerMethod(method)) {
        return { error: { code: -32601, message: 'This gateway does not pass this method on.' } }
      }
      const schema: v.GenericSchema<unknown, unknown> = BUNDLER_CALLS[method].params
      const read = parseWith(schema, params)
      if (!read.ok) {
        const [reason] = read.reasons
        return {
          error: { code: -32602, message: `${reason?.field || 'params'}: ${reason?.description ?? 'does not fit'}` },
        }
      }
      if (method === 'eth_supportedEntryPoints') return { result: [ENTRY_POINT] }
      if (PAYMASTER_METHODS[method]) {
        const [operation] = read.value as [DraftOperation]
        return askPaymaster(bundler, method, operation, question)
      }
      const answer = await send(bundler.pool, method, read.value ?? [], signal)
      if (method !== 'eth_getUserOperationReceipt' || !('result' in answer)) return answer
      const [asked] = read.value as [string]
      const told = answer.result as { readonly userOpHash: string } | null
      if (told !== null && told.userOpHash.toLowerCase() !== asked.toLowerCase()) throw unfit(method)
      return answer
    },
  }
}

const isBundlerMethod = (method: string): method is BundlerMethod => Object.hasOwn(BUNDLER_CALLS, method)

const unfit = (method: string): RequestError =>
  new RequestError('UPSTREAM_UNAVAILABLE', `The answer to ${method} is none that may be passed on.`)
