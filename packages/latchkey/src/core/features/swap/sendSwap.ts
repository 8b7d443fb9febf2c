import { isLatchkeyError, LatchkeyError } from '../../errors/LatchkeyError.ts'
import { carryOut } from '../../flow/carryOut.ts'
import { canBatch } from '../../kernel/requests/canBatch.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { followBatch } from '../../kernel/requests/followBatch.ts'
import { followSent, forgetTransaction } from '../../kernel/requests/followSent.ts'
import { followTransaction } from '../../kernel/requests/followTransaction.ts'
import { mayHaveLeft } from '../../kernel/requests/mayHaveLeft.ts'
import type { Adapter, Connection, TransactionRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { type PermitBase, readPermitBase, toPermit, toPermitData } from '../../ways/readPermit.ts'
import { loadQuote } from './actions.ts'
import {
  askChain,
  type CheckedSwap,
  checkDecimals,
  checkSwapEffects,
  confirmQuote,
  demandRouter,
  fetchAllowance,
  fetchApproval,
  fetchSwap,
  type Terms,
} from './buildSteps.ts'
import { readClaim, removeClaim, writeClaim } from './claims.ts'
import { readReceived } from './readReceived.ts'
import { IMPACT_ASKED, SWAP_GAS } from './rules.ts'
import { type FailedPart, type SwapSent, type SwapState, type SwapStepKind, swapOf } from './state.ts'

/** What a swap is asked of: the account and network that were shown, and the terms that were. */
export type SwapRun = Terms & {
  /** Whether the visitor agreed to an impact of `IMPACT_ASKED` or more. */
  readonly acceptsImpact?: boolean | undefined
}

/** What of a plan that fails is told. What else may go wrong, such as a network that is away, is told by the try. */
const PLANNING: ReadonlySet<string> = new Set([
  'SWAP_MISMATCH',
  'DATA_UNAVAILABLE',
  'UPSTREAM_UNAVAILABLE',
  'LIQUIDITY_INSUFFICIENT',
])

/** Gas of an allowance that is counted with. Source: EIP-20 tokens of usual make, with room. */
const ALLOW_GAS = 60_000n

/** How long a permit holds, in seconds. Source: `LONGEST_DEADLINE_S` of the wire. */
const PERMIT_S = 1_200

type Plan = { readonly kinds: readonly SwapStepKind[]; readonly allowance: bigint; readonly permit?: PermitBase }

/**
 * Plans what the wallet has to be asked for, writes it into `steps`, or why it cannot be into `planFailure`, and resolves with
 * what it costs at most, in wei; undefined where nobody says. A plan of another quote than is shown by then writes nothing. Never
 * rejects.
 */
export async function planSwap(instance: Instance, { connection, quote }: SwapRun): Promise<bigint | undefined> {
  const store = swapOf(instance)
  const write = (change: Partial<SwapState>): void =>
    store.set((state) => (state.phase === 'idle' && state.quote === quote ? { ...state, ...change } : state))
  try {
    const { adapter } = demandConnection(instance, connection.connector.namespace, connection)
    const [{ kinds }, swap] = await Promise.all([
      makePlan(instance, adapter, { connection, quote }),
      fetchSwap(instance, { connection, quote }),
    ])
    write({ steps: toSteps(kinds), planFailure: undefined })
    const wei = swap.calls ? undefined : store.get().gasPrice?.wei
    return wei && wei * ((swap.gas ?? SWAP_GAS) + (kinds.includes('swap') && kinds.length === 1 ? 0n : ALLOW_GAS))
  } catch (error) {
    instance.services.logger.debug('A swap could not be planned.', { error })
    const failure = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
    // What moved is asked for again while it is looked at.
    if (PLANNING.has(failure)) write({ planFailure: failure, planFailedAt: readPart(error) })
    return undefined
  }
}

/** Says along with an error what could not be had. */
function failAt(failedAt: FailedPart): (error: unknown) => never {
  return (cause) => {
    if (!isLatchkeyError(cause)) throw cause
    throw new LatchkeyError(cause.code, cause.shortMessage, { facts: { ...cause.facts, failedAt }, cause })
  }
}

function readPart(error: unknown): FailedPart | undefined {
  const { failedAt } = isLatchkeyError(error) ? error.facts : {}
  return failedAt === 'allowance' || failedAt === 'approval' ? failedAt : undefined
}

const toSteps = (kinds: readonly SwapStepKind[]): SwapState['steps'] => kinds.map((kind) => ({ kind, isDone: false }))

/** How the swap is carried out: at once where the router may take the token, else by a batch, a permit or an allowance before it. */
async function makePlan(instance: Instance, adapter: Adapter, terms: Terms): Promise<Plan> {
  const { connection, quote } = terms
  const allowance = await fetchAllowance(instance, terms).catch(failAt('allowance'))
  if (allowance >= quote.paid) return { kinds: ['swap'], allowance }
  if (await canBatch(adapter, connection)) return { kinds: ['batch'], allowance }
  const isOwn = connection.accounts[0]?.type === 'eoa'
  if (quote.from.takesPermit && isOwn && adapter.signTypedData && demandRouter(instance, quote).takesPermit) {
    const permit = await readPermitBase({
      ask: (method, params) => askChain(instance, quote.networkId, method, params),
      networkId: quote.networkId,
      token: quote.from.address ?? '',
      owner: connection.accounts[0]?.address ?? '',
    }).catch((error: unknown) => {
      // An allowance does as well.
      instance.services.logger.debug('A permit could not be read.', { error })
      return undefined
    })
    if (permit) return { kinds: ['permit', 'swap'], allowance, permit }
  }
  return { kinds: ['allow', 'swap'], allowance }
}

/**
 * Asks the gateway once more, checks what it built (SEC-97), and has the wallet carry out the steps, one after the other, each
 * once; what left is followed to its receipt in `sent`. Everything is built and checked before the wallet hears of the first
 * step. A second call while one is under way, here or in another tab, does nothing but say so. Never rejects: how it ended stands
 * in the store.
 */
export async function sendSwap(instance: Instance, run: SwapRun): Promise<void> {
  const store = swapOf(instance)
  if (store.get().phase !== 'idle') return
  const { quote } = run
  if (readClaim(instance, run.connection)) {
    store.set((state) => ({ ...state, phase: 'unclear', failure: 'REQUEST_UNANSWERED', planFailure: undefined }))
    return
  }
  const id = instance.services.random(8).join('')
  writeClaim(instance, run.connection, { id, isAsked: false })
  store.set((state) => ({ ...state, phase: 'asking', failure: undefined, planFailure: undefined, sent: undefined }))
  const isSmartAccount = run.connection.accounts[0]?.type === 'smartAccount'
  const facts = { network: quote.networkId, isSmartAccount }
  let isAllowing = false
  let isAsked = false
  try {
    if ((quote.impact ?? 0) >= IMPACT_ASKED && !run.acceptsImpact) {
      throw new LatchkeyError('SWAP_COSTLY', 'The visitor has not agreed to the price impact.')
    }
    const { connection, adapter } = demandConnection(instance, run.connection.connector.namespace, run.connection)
    if (connection.networkId !== quote.networkId) throw new LatchkeyError('CHAIN_MISMATCH', 'The wallet is elsewhere.')
    const terms = { connection, quote }
    demandRouter(instance, quote)
    await Promise.all([checkDecimals(instance, terms), confirmQuote(instance, terms)])
    const plan = await makePlan(instance, adapter, terms)
    store.set((state) => ({ ...state, steps: toSteps(plan.kinds) }))
    const [first] = plan.kinds
    // Before the first step: a wallet is asked for an allowance only where the swap after it is what was shown.
    let swap = await fetchSwap(instance, terms)
    await checkSwapEffects(instance, terms, swap)
    const allowances = first === 'allow' || first === 'batch' ? await listAllowances(instance, terms, plan) : []
    const send = (request: CheckedSwap): Promise<string> =>
      carryOut(instance, { connection, step: 'send' }, () => hand(adapter, connection, request))
    forgetTransaction(instance)
    if (first === 'allow') {
      isAllowing = true
      for (const request of allowances) {
        store.set((state) => ({ ...state, phase: 'asking' }))
        const hash = await send(request)
        followSent(instance, connection, hash)
        store.set((state) => ({ ...state, phase: 'mining' }))
        const outcome = await followTransaction(instance, { connection, hash })
        if (outcome.status !== 'success') throw new LatchkeyError('SWAP_NOT_ALLOWED', 'The allowance failed.')
      }
      isAllowing = false
      finishStep(instance)
    }
    if (first === 'permit' && plan.permit && adapter.signTypedData) {
      isAllowing = true
      const deadline = BigInt(Math.floor(instance.services.clock.now() / 1000) + PERMIT_S)
      const wish = { base: plan.permit, spender: quote.router, value: quote.paid, deadline }
      const { signTypedData } = adapter
      const signature = await carryOut(instance, { connection, step: 'sign' }, () =>
        signTypedData(connection, toPermitData(wish)),
      )
      swap = await fetchSwap(instance, terms, toPermit(wish, signature))
      isAllowing = false
      finishStep(instance)
    }
    if (first === 'allow') {
      await confirmQuote(instance, terms)
      swap = await fetchSwap(instance, terms)
    }
    const claim = readClaim(instance, connection)
    if (claim && claim.id !== id) {
      throw new LatchkeyError('REQUEST_UNANSWERED', 'Another tab of this site is swapping.')
    }
    writeClaim(instance, connection, { id, isAsked: true })
    isAsked = true
    store.set((state) => ({ ...state, phase: 'asking' }))
    instance.track('INITIATE_SWAP', facts)
    const sent: SwapSent = {
      networkId: quote.networkId,
      hash: undefined,
      from: quote.from,
      to: quote.to,
      paid: quote.paid,
      got: quote.got,
      isRead: false,
      walletName: connection.connector.name,
      status: 'pending',
    }
    if (first === 'batch' && adapter.sendCalls) {
      const { sendCalls } = adapter
      const calls = [...allowances, swap].map(({ to, data, value }) => ({ to, data, value }))
      const { id: batch } = await carryOut(instance, { connection, step: 'send', isBatch: true }, () =>
        sendCalls(connection, { calls, atomicRequired: true }),
      )
      leave(instance, connection, sent)
      void followBatch(instance, { adapter, connection, id: batch }).then((hash) => follow(instance, terms, sent, hash))
    } else {
      const hash = await send(swap)
      const left = { ...sent, hash }
      followSent(instance, connection, hash)
      leave(instance, connection, left)
      void follow(instance, terms, left, hash)
    }
    instance.track('SWAP_SUCCESS', facts)
  } catch (error) {
    const code = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
    const isUnclear = isAsked && mayHaveLeft(code)
    if (!isUnclear && readClaim(instance, run.connection)?.id === id) removeClaim(instance, run.connection)
    if (!isLatchkeyError(error)) instance.services.logger.error('A swap has failed.', { error })
    store.set((state) => ({
      ...state,
      phase: isUnclear ? 'unclear' : 'idle',
      failure: code,
      failedAt: readPart(error),
    }))
    instance.track(isAllowing ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR', { ...facts, message: code })
    if (code === 'QUOTE_MOVED') void loadQuote(instance)
  }
}

/** Hands what was checked to the wallet. */
async function hand(adapter: Adapter, connection: Connection, { calls, ...request }: CheckedSwap): Promise<string> {
  const sent = calls ? adapter.sendProgramCalls?.(connection, calls) : adapter.sendTransaction?.(connection, request)
  if (sent === undefined) throw new TypeError('The adapter cannot send.')
  return sent
}

/** What makes the router able to take exactly what is paid; first none at all, where a token changes no allowance but from none. */
async function listAllowances(
  instance: Instance,
  terms: Terms,
  { allowance }: Plan,
): Promise<readonly TransactionRequest[]> {
  const request = await fetchApproval(instance, terms).catch(failAt('approval'))
  if (allowance === 0n) return [request]
  const { to, data } = request
  const from = terms.connection.accounts[0]?.address
  const isTaken = await askChain(instance, terms.quote.networkId, 'eth_call', [{ from, to, data }, 'latest']).then(
    () => true,
    // A node that is away looks like a refusal here: then none is allowed first, which any token takes.
    () => false,
  )
  return isTaken ? [request] : [await fetchApproval(instance, terms, 0n), request]
}

function finishStep(instance: Instance): void {
  swapOf(instance).set((state) => {
    const next = state.steps.findIndex(({ isDone }) => !isDone)
    return { ...state, steps: state.steps.map((step, index) => (index === next ? { ...step, isDone: true } : step)) }
  })
}

/** It has left: the form is ready for another one, and nothing waits any more. */
function leave(instance: Instance, connection: Connection, sent: SwapSent): void {
  removeClaim(instance, connection)
  finishStep(instance)
  swapOf(instance).set((state) => ({
    ...state,
    form: { ...state.form, amount: '' },
    quote: undefined,
    asked: { status: 'none' },
    phase: 'idle',
    sent,
  }))
}

/** Writes how it ended, with what was received as the receipt says, unless something else was swapped meanwhile. */
async function follow(instance: Instance, terms: Terms, sent: SwapSent, hash: string | undefined): Promise<void> {
  const write = (change: Partial<SwapSent>): void =>
    swapOf(instance).set((state) =>
      state.sent?.networkId === sent.networkId && (state.sent.hash === hash || state.sent.hash === undefined)
        ? { ...state, sent: { ...state.sent, ...change } }
        : state,
    )
  if (hash === undefined) return write({ status: 'lost' })
  write({ hash })
  // Where it cannot be followed nobody knows, and the status says so.
  const outcome = await followTransaction(instance, { connection: terms.connection, hash }).catch(() => undefined)
  if (outcome?.replaced === 'cancelled') return write({ status: 'cancelled' })
  const last = outcome?.hash ?? hash
  // Where the receipt is not read the amount of the offer stays, marked as such.
  const got =
    outcome?.status === 'success' ? await readReceived(instance, terms, last).catch(() => undefined) : undefined
  swapOf(instance).set((state) =>
    state.sent?.hash === hash
      ? {
          ...state,
          sent: {
            ...state.sent,
            hash: last,
            status: outcome?.status ?? 'lost',
            ...(got !== undefined && { got, isRead: true }),
          },
        }
      : state,
  )
}

/** Takes away that a swap may have left, which the visitor has looked up, so that another one can be sent. */
export function forgetSwap(instance: Instance, connection: Connection): void {
  removeClaim(instance, connection)
  swapOf(instance).set((state) => ({ ...state, phase: 'idle', failure: undefined, planFailure: undefined, steps: [] }))
}
