import type { BuiltApproval, BuiltSwap, ConvertToken, GasPrice, Quote } from '@latchkey/wire/convert'
import { LONGEST_DEADLINE_S, NATIVE_TOKEN } from '@latchkey/wire/swap'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { callMany, toAmount } from '../multicall.ts'
import type { RpcPool } from '../rpcPool.ts'
import { fetchGasPrice } from './gasPrices.ts'
import type { Market, MarketQuote, SwapRequest } from './market.ts'
import { movedError } from './movedError.ts'

/** How long a price of gas is remembered, in ms: about a block. */
const GAS_LIFETIME_MS = 5_000

/** Gas that a swap is given where it cannot be tried, because the router may not take the token yet. Source: two hops of v3, measured. */
const SWAP_GAS = 350_000n

/** A token or account on one chain, as its CAIP-10 id says it. */
type Place = { readonly networkId: string; readonly address: Hex }

type Call<Name extends keyof Swaps> = Parameters<Swaps[Name]>[0]

/** Swaps on the configured chains. All throw `RequestError` CHAIN_UNSUPPORTED and UPSTREAM_UNAVAILABLE. */
export type Swaps = {
  /** What can be swapped: the coin, the chain's tokens; nothing where it has no market. */
  listTokens(query: { networkId: string; address?: string | undefined }): Promise<readonly ConvertToken[]>
  /** The best of every market first. Throws LIQUIDITY_INSUFFICIENT where none has a way, ASSET_UNSUPPORTED. */
  fetchQuotes(query: {
    from: string
    to: string
    amount: string
    /** Who swaps. */
    userAddress?: string | undefined
    signal?: AbortSignal | undefined
  }): Promise<readonly Quote[]>
  fetchAllowance(query: {
    tokenAddress: string
    userAddress: string
    spender?: string | undefined
    signal?: AbortSignal | undefined
  }): Promise<string>
  fetchGasPrice(query: { networkId: string; signal?: AbortSignal | undefined }): Promise<GasPrice>
  buildApproval(query: {
    from: string
    userAddress: string
    amount?: string | undefined
    spender?: string | undefined
    signal?: AbortSignal | undefined
  }): Promise<BuiltApproval>
  /** Throws QUOTE_MOVED where less comes out than `minimum`. */
  buildSwap(query: {
    from: string
    to: string
    amount: string
    userAddress: string
    /** Percent. */
    slippage: number
    minimum?: string | undefined
    router?: string | undefined
    permit?: string | undefined
    disableEstimate: boolean
    signal?: AbortSignal | undefined
  }): Promise<BuiltSwap>
}

/** Makes them over the markets of each chain. */
export function createSwaps(parameters: {
  chains: readonly ChainConfig[]
  pools: ReadonlyMap<string, RpcPool>
  /** By CAIP-2 id, in the order that they are preferred in where they are equal. */
  markets: ReadonlyMap<string, readonly Market[]>
  describeTokens: (chain: ChainConfig) => Promise<readonly ConvertToken[]>
  clock: Clock
}): Swaps {
  const { markets, clock } = parameters
  const gasPrices = createExpiringCache<GasPrice>({ clock, lifetimeMs: GAS_LIFETIME_MS, maxEntries: 100 })

  function find(networkId: string): { chain: ChainConfig; pool: RpcPool } {
    const chain = parameters.chains.find(({ id }) => id === networkId)
    const pool = parameters.pools.get(networkId)
    if (chain === undefined || pool === undefined || !networkId.startsWith('eip155:')) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no EVM chain ${networkId}.`, { field: 'chainId' })
    }
    return { chain, pool }
  }

  const fetchGas = ({ networkId }: Call<'fetchGasPrice'>): Promise<GasPrice> => {
    const { pool } = find(networkId)
    return gasPrices.get(networkId, () => fetchGasPrice(pool))
  }

  /** The router that is called where none was named. Throws where there is no market, or no such router. */
  function findRouter(networkId: string, wanted: string | undefined): Hex {
    const routers = (markets.get(networkId) ?? []).flatMap(({ router }) => (router === undefined ? [] : [router]))
    const router = wanted === undefined ? routers[0] : routers.find((each) => each === wanted.toLowerCase())
    if (router === undefined) {
      throw new RequestError('CHAIN_UNSUPPORTED', `No market of ${networkId} has ${wanted ?? 'a router'}.`, {
        field: 'chainId',
      })
    }
    return router
  }

  async function askMarkets(
    networkId: string,
    request: SwapRequest,
    signal: AbortSignal | undefined,
    isWanted: (market: Market) => boolean = () => true,
  ): Promise<readonly { readonly market: Market; readonly quote: MarketQuote }[]> {
    find(networkId)
    const asked = (markets.get(networkId) ?? []).filter(isWanted)
    if (asked.length === 0) {
      throw new RequestError('CHAIN_UNSUPPORTED', `Nothing is swapped on ${networkId} here.`, { field: 'chainId' })
    }
    const results = await Promise.allSettled(asked.map((market) => market.quote(request, signal)))
    const found = results.flatMap((result, index) => {
      const market = asked[index]
      const quote = result.status === 'fulfilled' ? result.value : undefined
      return market === undefined || quote === undefined ? [] : [{ market, quote }]
    })
    if (found.length === 0) {
      const failed = results.find((result) => result.status === 'rejected')
      // A market that could not be asked may have had a way: only where all answered is it sure that there is none.
      if (failed !== undefined) throw failed.reason
      throw new RequestError('LIQUIDITY_INSUFFICIENT', 'insufficient liquidity', { field: '' })
    }
    return found.sort((one, other) => compare(other.quote.amountOut, one.quote.amountOut))
  }

  return {
    async listTokens({ networkId, address }) {
      const { chain } = find(networkId)
      if ((markets.get(networkId) ?? []).length === 0) return []
      const tokens = await parameters.describeTokens(chain)
      const wanted = address === undefined ? undefined : `${networkId}:${address}`.toLowerCase()
      return wanted === undefined ? tokens : tokens.filter((token) => token.address.toLowerCase() === wanted)
    },

    async fetchQuotes(query) {
      const { networkId, request } = readPair(query)
      const found = await askMarkets(networkId, request, query.signal)
      return found.map(({ quote }) => ({
        id: null,
        fromAmount: query.amount,
        fromAccount: query.from,
        toAmount: `${quote.amountOut}`,
        toAccount: query.to,
        router: quote.router,
        priceImpact: quote.priceImpact,
        feePercent: quote.feePercent,
        path: [...quote.path],
      }))
    },

    async fetchAllowance(query) {
      const token = readPlace(query.tokenAddress, 'tokenAddress')
      const owner = readPlace(query.userAddress, 'userAddress')
      demandSameChain(token, owner, 'userAddress')
      const { chain, pool } = find(token.networkId)
      if (token.address === NATIVE_TOKEN) return `${maxUint256}`
      const spender = findRouter(token.networkId, query.spender)
      const args = [owner.address, spender] as const
      const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      const [data] = await callMany(pool, chain, [{ target: token.address, callData }], query.signal)
      const allowance = toAmount(data)
      if (allowance === undefined) {
        throw new RequestError('ASSET_UNSUPPORTED', 'The contract is no token.', { field: 'tokenAddress' })
      }
      return `${allowance}`
    },

    fetchGasPrice: fetchGas,

    async buildApproval(query) {
      const token = readPlace(query.from, 'from')
      const owner = readPlace(query.userAddress, 'userAddress')
      demandSameChain(token, owner, 'userAddress')
      find(token.networkId)
      if (token.address === NATIVE_TOKEN) {
        throw new RequestError('ASSET_UNSUPPORTED', 'The coin needs no approval.', { field: 'from' })
      }
      const spender = findRouter(token.networkId, query.spender)
      const amount = query.amount === undefined ? maxUint256 : BigInt(query.amount)
      const gas = await fetchGas({ networkId: token.networkId, signal: query.signal })
      return {
        tx: {
          // Clients of the specification send it to the address that stands in `from`.
          from: query.from,
          to: query.from,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
          value: '0',
          eip155: { gasPrice: gas.standard },
        },
      }
    },

    async buildSwap(query) {
      const { networkId, request } = readPair(query)
      const account = readPlace(query.userAddress, 'userAddress')
      if (account.networkId !== networkId) refusePlace('userAddress')
      const wanted = query.router?.toLowerCase()
      const [best] = await askMarkets(
        networkId,
        request,
        query.signal,
        (market) =>
          (wanted === undefined || market.router === undefined || market.router === wanted) &&
          (query.permit === undefined || market.takesPermit),
      )
      if (best === undefined) throw new Error('a market that answered is there')
      const { quote } = best
      if (wanted !== undefined && quote.router !== wanted) throw movedError()
      const floor = (quote.amountOut * BigInt(Math.round((100 - query.slippage) * 10_000))) / 1_000_000n
      const minimumOut = query.minimum === undefined ? floor : BigInt(query.minimum)
      if (quote.amountOut < minimumOut) throw movedError()
      const built = await quote.build({
        account: account.address,
        minimumOut,
        deadlineS: BigInt(Math.floor(clock.now() / 1000) + LONGEST_DEADLINE_S - DEADLINE_MARGIN_S),
        permit: query.permit as Hex | undefined,
      })
      const [price, gas] = await Promise.all([
        fetchGas({ networkId, signal: query.signal }),
        query.disableEstimate
          ? SWAP_GAS
          : estimateGas(find(networkId).pool, account.address, built, quote.path.length - 1, query.signal),
      ])
      return {
        tx: {
          from: query.userAddress,
          to: `${networkId}:${built.to}`,
          data: built.data,
          amount: `${quote.amountOut}`,
          minimum: `${minimumOut}`,
          value: `${built.value}`,
          eip155: { gas: `${gas}`, gasPrice: price.standard },
        },
      }
    },
  }
}

/** Seconds by which a deadline is earlier than the latest that clients take, because their clocks differ. */
const DEADLINE_MARGIN_S = 120

/**
 * Gas for the two price sums of a pool, which the first swap of a second writes and a trial within the same second does
 * not: twice a word of storage that was empty, 22,100 each (EIP-2929), rounded up.
 */
const PRICE_SUMS_GAS = 45_000n

/**
 * What a trial says, a tenth more and the price sums of `pools`; where it fails, as before an approval it must, what a
 * swap usually takes.
 */
async function estimateGas(
  pool: RpcPool,
  from: Hex,
  { to, data, value }: { readonly to: Hex; readonly data: Hex; readonly value: bigint },
  pools: number,
  signal: AbortSignal | undefined,
): Promise<bigint> {
  const call = { method: 'eth_estimateGas', params: [{ from, to, data, value: `0x${value.toString(16)}` }] }
  const [answer] = await pool.send([call], signal)
  const result = answer !== undefined && 'result' in answer ? answer.result : undefined
  return typeof result === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(result)
    ? (BigInt(result) * 11n + 9n) / 10n + PRICE_SUMS_GAS * BigInt(pools)
    : SWAP_GAS
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function readPair(query: { from: string; to: string; amount: string }): { networkId: string; request: SwapRequest } {
  const from = readPlace(query.from, 'from')
  const to = readPlace(query.to, 'to')
  demandSameChain(from, to, 'to')
  if (from.address === to.address) {
    throw new RequestError('ASSET_UNSUPPORTED', 'A token cannot be swapped for itself.', { field: 'to' })
  }
  return { networkId: from.networkId, request: { sell: from.address, buy: to.address, amount: BigInt(query.amount) } }
}

function readPlace(id: string, field: string): Place {
  const match = /^(eip155:\d{1,32}):(0x[0-9a-fA-F]{40})$/.exec(id)
  if (match?.[1] === undefined || match[2] === undefined) return refusePlace(field)
  return { networkId: match[1], address: match[2].toLowerCase() as Hex }
}

function demandSameChain(one: Place, other: Place, field: string): void {
  if (one.networkId !== other.networkId) refusePlace(field)
}

function refusePlace(field: string): never {
  throw new RequestError('INPUT_INVALID', `${field} must be on the same EVM chain as the rest.`, { field })
}
