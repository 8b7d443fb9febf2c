/** What the gateway builds for a swap, each part compared with what the visitor saw before any wallet hears of it. Source: SEC-97. */
import { buildApprove, buildSwap, getConvertQuotes } from '@latchkey/wire/convert'
import { checkApproval, checkSwap, NATIVE_TOKEN, type SwapTransaction } from '@latchkey/wire/swap'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { lazy } from '../../lazy.ts'
import type { Connection, ProgramCalls, TransactionRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { askGateway } from '../../values/askGateway.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { fetchErc20 } from '../../ways/fetchErc20.ts'
import { readChain } from '../../ways/readChain.ts'
import { type KnownRouter, listRouters, readQuotes } from './actions.ts'
import { isOnSolana, isSameOn, toAssetId } from './rules.ts'
import { type SwapQuote, type SwapToken, swapOf } from './state.ts'

/** A transaction that a gateway built and that is what was shown; on Solana its calls. */
export type CheckedSwap = TransactionRequest & { readonly calls?: ProgramCalls | undefined }

/** An account, and the terms that it was shown. */
export type Terms = { readonly connection: Connection; readonly quote: SwapQuote }

const addressOf = ({ accounts }: Connection): string => accounts[0]?.address ?? ''

/** A refusal of what a gateway said or built; `part` is what was different. */
export function refuse(part: string): LatchkeyError {
  return new LatchkeyError('SWAP_MISMATCH', `The gateway built another swap than was shown: ${part}.`, {
    facts: { part },
  })
}

/** The router of a quote; rejects for one that is neither published nor the site's. */
export function demandRouter(instance: Instance, quote: SwapQuote): KnownRouter {
  const router = listRouters(instance, quote.networkId).find(({ address }) =>
    isSameOn(quote.networkId, address, quote.router),
  )
  if (!router) throw refuse('router')
  return router
}

/** What the router may take of the token now, as the chain itself says; what needs no allowance has what is paid. Rejects when it cannot be read. */
export async function fetchAllowance(instance: Instance, { connection, quote }: Terms): Promise<bigint> {
  const token = quote.from.address
  if (token === undefined || quote.isExact || isOnSolana(quote.networkId)) return quote.paid
  const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
  const data = `0xdd62ed3e${word(addressOf(connection))}${word(quote.router)}`
  const answer = await askChain(instance, quote.networkId, 'eth_call', [{ to: token, data }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) {
    throw new LatchkeyError('DATA_UNAVAILABLE', 'The token does not say what the router may take.')
  }
  return BigInt(answer)
}

/** Asks a node of a network, no longer than a reading may take. */
export function askChain(
  instance: Instance,
  networkId: NetworkId,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { services, signal, stores } = instance
  const network = findNetwork(stores.networks.get(), networkId)
  if (!network) throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`)
  const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
  return withDeadline(parameters, (until) => readChain(instance, network, until).ask(method, params))
}

/** Compares what the gateway said of the two tokens with what they say themselves: a decimal more is ten times the amount. */
export async function checkDecimals(instance: Instance, { connection, quote }: Terms): Promise<void> {
  const { services, signal, stores } = instance
  const network = findNetwork(stores.networks.get(), quote.networkId)
  const check = async ({ address, decimals }: SwapToken): Promise<void> => {
    if (!network) throw refuse('network')
    if (address === undefined) {
      if (decimals !== network.nativeCurrency.decimals) throw refuse('decimals')
      return
    }
    if (isOnSolana(quote.networkId)) {
      const { fetchMint } = await loadSolana(instance)
      if ((await fetchMint(instance, connection, address))?.decimals !== decimals) throw refuse('decimals')
      return
    }
    const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
    const said = await withDeadline(parameters, (until) =>
      fetchErc20(instance, { network, address, holder: addressOf(connection), signal: until }),
    )
    if (said?.decimals !== decimals) throw refuse('decimals')
  }
  await Promise.all([check(quote.from), check(quote.to)])
}

/**
 * Asks once more what the swap would give, and rejects with `QUOTE_MOVED` where that is less than the visitor was shown as the least;
 * the store has the new quote then.
 */
export async function confirmQuote(instance: Instance, { connection, quote }: Terms): Promise<void> {
  const { networkId, from, to, paid } = quote
  const userAddress = addressOf(connection)
  const ids = { from: toAssetId(networkId, from), to: toAssetId(networkId, to) }
  const input = { amount: paid.toString(), ...ids, userAddress }
  const { quotes } = await askGateway(instance, (gateway, signal) => gateway.call(getConvertQuotes, input, { signal }))
  const now = readQuotes(instance, quote, quotes)
  const own = now.find(({ router }) => isSameOn(networkId, router, quote.router))
  const isDearer = own !== undefined && Math.round(own.feePercent * 100) > Math.round(quote.feePercent * 100)
  if (own !== undefined && own.got >= quote.least && !isDearer) return
  const [best] = now
  swapOf(instance).set((state) =>
    best ? { ...state, quote: best, asked: { status: 'done' } } : { ...state, asked: { status: 'failed' } },
  )
  throw new LatchkeyError('QUOTE_MOVED', 'Less would come out now than was shown.')
}

/** Has the swap built. Rejects with `SWAP_MISMATCH` for anything else than was shown, `QUOTE_MOVED`, or the gateway's code. */
export async function fetchSwap(
  instance: Instance,
  { connection, quote }: Terms,
  permit?: `0x${string}` | undefined,
): Promise<CheckedSwap> {
  const { networkId, from, to, paid, least, slippage, feePercent } = quote
  const isSolana = isOnSolana(networkId)
  const account = addressOf(connection)
  const router = demandRouter(instance, quote)
  const body = {
    amount: paid.toString(),
    from: toAssetId(networkId, from),
    to: toAssetId(networkId, to),
    userAddress: `${networkId}:${account}`,
    ...(isSolana ? { solana: { slippage } } : { eip155: { slippage, ...(permit && { permit }) } }),
    router: quote.router,
    disableEstimate: false,
    minimum: least.toString(),
  }
  const { tx } = await askGateway(instance, (gateway, signal) => gateway.call(buildSwap, { body }, { signal }))
  const built = toTransaction(tx, networkId)
  if (!isSameOn(networkId, tx.from, body.userAddress)) throw refuse('account')
  if (isSolana) {
    if (built.to !== router.address) throw refuse('target')
    const { toProgramCalls } = await loadSolana(instance)
    return { to: built.to, calls: toProgramCalls(tx, { connection, quote }, refuse) }
  }
  const mismatch = checkSwap(built, {
    account,
    sell: from.address ?? NATIVE_TOKEN,
    buy: to.address ?? NATIVE_TOKEN,
    amount: paid,
    minimumOut: least,
    feeBips: Math.round(feePercent * 100),
    routers: [router],
    nowS: Math.floor(instance.services.clock.now() / 1000),
  })
  if (mismatch !== undefined) throw refuse(mismatch)
  const gas = BigInt(tx.eip155?.gas ?? 0)
  return { ...toRequest(built), gas: gas < LEAST_GAS ? LEAST_GAS : gas > MOST_GAS ? MOST_GAS : gas }
}

/** Compares what the swap would do, as a node says, with what was shown; only on Solana, where not everything of it is read. Rejects with `SWAP_MISMATCH`. */
export async function checkSwapEffects(instance: Instance, terms: Terms, { calls }: CheckedSwap): Promise<void> {
  if (calls) await (await loadSolana(instance)).checkEffects(instance, terms, calls, refuse)
}

const loadSolana = (instance: Instance) => lazy(instance, import('./solanaSwap.ts'), 'send')

/** Between these a gateway's word counts for the gas of a swap. The least as specified; the most is a route over many pools, with room. */
const LEAST_GAS = 150_000n
const MOST_GAS = 3_000_000n

/** Has an allowance of exactly `amount` built. Rejects with `SWAP_MISMATCH`, or the gateway's code. */
export async function fetchApproval(
  instance: Instance,
  { connection, quote }: Terms,
  amount: bigint = quote.paid,
): Promise<TransactionRequest> {
  const { networkId } = quote
  const from = toAssetId(networkId, quote.from)
  const userAddress = `${networkId}:${addressOf(connection)}`
  const input = { spender: quote.router, from, to: from, userAddress, amount: amount.toString() }
  const { tx } = await askGateway(instance, (gateway, signal) => gateway.call(buildApprove, input, { signal }))
  const built = toTransaction(tx, networkId)
  const routers = [demandRouter(instance, quote)]
  const mismatch = checkApproval(built, { sell: quote.from.address ?? NATIVE_TOKEN, amount, routers })
  if (mismatch !== undefined) throw refuse(`approval ${mismatch}`)
  return toRequest(built)
}

function toTransaction(
  { to, data, value }: { readonly to: string; readonly data: string; readonly value: string },
  networkId: NetworkId,
): SwapTransaction {
  if (!to.startsWith(`${networkId}:`)) throw refuse('network')
  return { to: to.slice(networkId.length + 1), data, value: BigInt(value) }
}

const toRequest = ({ to, data, value }: SwapTransaction): TransactionRequest => ({
  to,
  data: data as `0x${string}`,
  value,
})
