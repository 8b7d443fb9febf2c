/** Balances from the chain itself. Sources: service reference 2.4 and 9; ERC-20; Multicall3's published interface. */
import type { BalanceItem, Currency } from '@latchkey/wire'
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  formatUnits,
  type Hex,
  hexToString,
  multicall3Abi,
} from 'viem'
import type { ChainConfig } from '../config.ts'
import { cleanText } from '../directory/cleanText.ts'
import { createExpiringCache } from '../expiringCache.ts'
import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { NATIVE_PLACEHOLDER, type Prices } from './prices.ts'
import type { RpcAnswer, RpcCall, RpcPool } from './rpcPool.ts'

/** How long a list of balances is remembered, in ms. Source: service reference, section 2.4. */
export const BALANCE_LIFETIME_MS = 10_000

/** How long a token's name, symbol and decimals are remembered, in ms. Source: service reference, section 2.4. */
export const TOKEN_LIFETIME_MS = 24 * 60 * 60_000

/** Calls in one multicall: well below the gas that public nodes grant to `eth_call`. */
const MULTICALL_SIZE = 250

/** Most characters of a symbol. */
const SYMBOL_LENGTH = 32

/** What a token says about itself. */
export type TokenDetails = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** Keeps what tokens say about themselves between starts. Ids are CAIP-10 in lower case. */
export type TokenDetailsStore = {
  find(ids: readonly string[]): Promise<ReadonlyMap<string, TokenDetails>>
  save(details: ReadonlyMap<string, TokenDetails>): Promise<void>
}

/** A list of balances, and the chains that could not be read. */
export type BalanceList = { readonly balances: readonly BalanceItem[]; readonly unavailable: readonly string[] }

/** Reads what an address holds. */
export type Balances = {
  /**
   * Balances of an EVM address, worth most first. With `networkId` that chain alone; without it every configured chain,
   * where chains that cannot be read are named in `unavailable`. `forceUpdate` holds CAIP-10 ids that are read afresh
   * and listed even at zero. Throws `RequestError` UPSTREAM_UNAVAILABLE when nothing could be read, CHAIN_UNSUPPORTED.
   */
  fetchBalances(parameters: {
    address: string
    currency: Currency
    networkId?: string | undefined
    forceUpdate?: readonly string[] | undefined
  }): Promise<BalanceList>
}

type Token = ChainConfig['tokens'][number]

/** Makes the reader over the configured chains. */
export function createBalances(parameters: {
  chains: readonly ChainConfig[]
  pools: ReadonlyMap<string, RpcPool>
  fetchPrices: (assets: readonly string[], currency: Currency) => Promise<Prices>
  tokenDetails: TokenDetailsStore
  /** Address of a token's logo, or an empty text. */
  iconUrl: (symbol: string) => string
  clock: Clock
}): Balances {
  const lists = createExpiringCache<readonly BalanceItem[]>({
    clock: parameters.clock,
    lifetimeMs: BALANCE_LIFETIME_MS,
    maxEntries: 5_000,
  })

  async function fetchBalances(query: Parameters<Balances['fetchBalances']>[0]): Promise<BalanceList> {
    const chains =
      query.networkId === undefined
        ? parameters.chains
        : parameters.chains.filter((chain) => chain.id === query.networkId)
    if (chains.length === 0) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${query.networkId ?? 'at all'}.`, {
        field: 'chainId',
      })
    }
    const forced = (query.forceUpdate ?? []).map((id) => id.toLowerCase())
    for (const id of forced) checkForced(id, chains)
    const results = await Promise.allSettled(
      chains.map((chain) => {
        const own = forced.filter((id) => id.startsWith(`${chain.id}:`)).map((id) => id.slice(chain.id.length + 1))
        const key = `${query.address.toLowerCase()}|${chain.id}|${query.currency}`
        const read = () => readChain(chain, query.address as Hex, query.currency, own)
        return own.length > 0 ? lists.refresh(key, read) : lists.get(key, read)
      }),
    )
    const balances: BalanceItem[] = []
    const unavailable: string[] = []
    let failure: unknown
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') balances.push(...result.value)
      else {
        if (!(result.reason instanceof RequestError)) throw result.reason
        failure = result.reason
        unavailable.push(chains[index]?.id ?? '')
      }
    }
    if (unavailable.length === chains.length) throw failure
    return { balances: balances.sort(byValue), unavailable }
  }

  function checkForced(id: string, chains: readonly ChainConfig[]): void {
    const match = /^(eip155:\d+):0x[0-9a-f]{40}$/.exec(id)
    if (match !== null && chains.some((chain) => chain.id === match[1])) return
    throw new RequestError('INPUT_INVALID', `${id} is no token of an eip155 chain that is being read.`, {
      field: 'forceUpdate',
    })
  }

  async function readChain(
    chain: ChainConfig,
    owner: Hex,
    currency: Currency,
    forced: readonly string[],
  ): Promise<readonly BalanceItem[]> {
    const pool = parameters.pools.get(chain.id)
    if (pool === undefined) throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${chain.id}.`)
    const listed = chain.tokens.map((token) => token.address.toLowerCase())
    const extra = forced.filter((address) => address !== NATIVE_PLACEHOLDER && !listed.includes(address))
    const tokens: readonly Token[] = [...chain.tokens, ...extra.map((address): Token => ({ address }))]
    const { native, amounts } = await readAmounts(
      pool,
      chain,
      owner,
      tokens.map((token) => token.address as Hex),
    )
    const held = tokens.flatMap((token, index) => {
      const amount = amounts[index]
      if (amount === undefined) return []
      return amount > 0n || forced.includes(token.address.toLowerCase()) ? [{ token, amount }] : []
    })
    const details = await describeTokens(
      pool,
      chain,
      held.map((each) => each.token),
    )
    const nativeId = `${chain.id}:${NATIVE_PLACEHOLDER}`
    const prices = await parameters.fetchPrices(
      [nativeId, ...held.map((each) => `${chain.id}:${each.token.address}`)],
      currency,
    )
    const items = held.flatMap(({ token, amount }): BalanceItem[] => {
      const known = details.get(token.address.toLowerCase())
      if (known === undefined) return []
      const id = `${chain.id}:${token.address}`
      return [
        {
          name: known.name,
          symbol: known.symbol,
          chainId: chain.id,
          address: id,
          ...worth(amount, known.decimals, prices.get(id.toLowerCase())),
          iconUrl:
            token.iconUrl ?? (listed.includes(token.address.toLowerCase()) ? parameters.iconUrl(known.symbol) : ''),
        },
      ]
    })
    const { nativeCurrency } = chain
    return [
      {
        name: nativeCurrency.name,
        symbol: nativeCurrency.symbol,
        chainId: chain.id,
        ...worth(native, nativeCurrency.decimals, prices.get(nativeId)),
        iconUrl: parameters.iconUrl(nativeCurrency.symbol),
      },
      ...items,
    ]
  }

  /** Names, symbols and decimals by lower-case address; a token that does not tell its decimals is left out. */
  async function describeTokens(
    pool: RpcPool,
    chain: ChainConfig,
    tokens: readonly Token[],
  ): Promise<ReadonlyMap<string, TokenDetails>> {
    const details = new Map<string, TokenDetails>()
    const open: string[] = []
    for (const token of tokens) {
      const { name, symbol, decimals } = token
      const address = token.address.toLowerCase()
      if (name !== undefined && symbol !== undefined && decimals !== undefined)
        details.set(address, { name, symbol, decimals })
      else open.push(address)
    }
    if (open.length === 0) return details
    const kept = await parameters.tokenDetails.find(open.map((address) => `${chain.id}:${address}`))
    const unknown = open.filter((address) => !kept.has(`${chain.id}:${address}`))
    const read = await readDetails(pool, chain, unknown as Hex[])
    await parameters.tokenDetails.save(
      new Map([...read].map(([address, each]) => [`${chain.id}:${address}`, each] as const)),
    )
    for (const token of tokens) {
      const address = token.address.toLowerCase()
      const found = kept.get(`${chain.id}:${address}`) ?? read.get(address)
      if (details.has(address) || found === undefined) continue
      details.set(address, {
        name: token.name ?? found.name,
        symbol: token.symbol ?? found.symbol,
        decimals: token.decimals ?? found.decimals,
      })
    }
    return details
  }

  return { fetchBalances }
}

async function readAmounts(
  pool: RpcPool,
  chain: ChainConfig,
  owner: Hex,
  tokens: readonly Hex[],
): Promise<{ native: bigint; amounts: readonly (bigint | undefined)[] }> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const nativeData = encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [owner] })
  const calls = [
    { target: chain.multicall as Hex, callData: nativeData },
    ...tokens.map((target) => ({ target, callData: data })),
  ]
  const results = await callMany(pool, chain, calls)
  const native = results?.[0] === undefined ? await readNative(pool, owner, chain) : toAmount(results[0])
  if (native === undefined) {
    throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${chain.id} tells balances.`, { field: 'chainId' })
  }
  return { native, amounts: tokens.map((_token, index) => toAmount(results[index + 1])) }
}

async function readNative(pool: RpcPool, owner: Hex, chain: ChainConfig): Promise<bigint> {
  const [answer] = await pool.send([{ method: 'eth_getBalance', params: [owner, 'latest'] }])
  if (answer === undefined || !('result' in answer) || !isQuantity(answer.result)) {
    throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${chain.id} tells balances.`, { field: 'chainId' })
  }
  return BigInt(answer.result)
}

/**
 * Many calls in few requests: through Multicall3, or, where that contract is absent, as JSON-RPC batches.
 * A call that fails gives undefined in its place.
 */
async function callMany(
  pool: RpcPool,
  chain: ChainConfig,
  calls: readonly { target: Hex; callData: Hex }[],
): Promise<readonly (Hex | undefined)[]> {
  const parts = split(calls, MULTICALL_SIZE)
  const answers = await pool.send(
    parts.map((part) =>
      ethCall(
        chain.multicall as Hex,
        encodeFunctionData({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          args: [part.map((call) => ({ ...call, allowFailure: true }))],
        }),
      ),
    ),
  )
  const results = await Promise.all(
    parts.map(async (part, index) => {
      const aggregate = readAggregate(answers[index], part.length)
      if (aggregate !== undefined) return aggregate
      const single = await Promise.all(
        split(part, 100).map((batch) => pool.send(batch.map((call) => ethCall(call.target, call.callData)))),
      )
      return single.flat().map((answer) => toHex(answer))
    }),
  )
  return results.flat()
}

function readAggregate(answer: RpcAnswer | undefined, count: number): readonly (Hex | undefined)[] | undefined {
  const data = toHex(answer)
  if (data === undefined) return undefined
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
    if (results.length !== count) return undefined
    return results.map((each) => (each.success && each.returnData !== '0x' ? each.returnData : undefined))
  } catch {
    return undefined
  }
}

async function readDetails(
  pool: RpcPool,
  chain: ChainConfig,
  addresses: readonly Hex[],
): Promise<ReadonlyMap<string, TokenDetails>> {
  if (addresses.length === 0) return new Map()
  const fields = ['name', 'symbol', 'decimals'] as const
  const results = await callMany(
    pool,
    chain,
    addresses.flatMap((target) =>
      fields.map((functionName) => ({ target, callData: encodeFunctionData({ abi: erc20Abi, functionName }) })),
    ),
  )
  const details = new Map<string, TokenDetails>()
  for (const [index, address] of addresses.entries()) {
    const [name, symbol, decimals] = results.slice(index * fields.length, (index + 1) * fields.length)
    const scale = toAmount(decimals)
    const shortName = toText(symbol, 'symbol')
    if (scale === undefined || scale > 36n || shortName === '') continue
    details.set(address, { name: toText(name, 'name') || shortName, symbol: shortName, decimals: Number(scale) })
  }
  return details
}

function ethCall(to: Hex, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

function toHex(answer: RpcAnswer | undefined): Hex | undefined {
  if (answer === undefined || !('result' in answer)) return undefined
  const { result } = answer
  return typeof result === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(result) ? (result as Hex) : undefined
}

/** The first word of an answer as a number; tokens that answer less than a word are broken. */
function toAmount(data: Hex | undefined): bigint | undefined {
  return data === undefined || data.length < 66 ? undefined : BigInt(data.slice(0, 66))
}

/** A name or symbol that a contract tells: text, or bytes32 in old tokens. Cleaned and cut as SEC-83 asks. */
function toText(data: Hex | undefined, functionName: 'name' | 'symbol'): string {
  if (data === undefined) return ''
  let text = ''
  try {
    text = decodeFunctionResult({ abi: erc20Abi, functionName, data })
  } catch {
    try {
      text = hexToString(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName, data }), { size: 32 })
    } catch {
      return ''
    }
  }
  const clean = cleanText(text)
  return functionName === 'symbol' ? [...clean].slice(0, SYMBOL_LENGTH).join('') : clean
}

function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
}

/** Amount and, where the price is known, worth. The number is for show; amounts stay exact in `numeric`. */
function worth(
  amount: bigint,
  decimals: number,
  price: number | undefined,
): Pick<BalanceItem, 'price' | 'value' | 'quantity'> {
  const numeric = formatUnits(amount, decimals)
  const quantity = { decimals: String(decimals), numeric }
  return price === undefined ? { price: 0, quantity } : { value: Number(numeric) * price, price, quantity }
}

/** Worth most first, unknown worth last; among equals the native coin, then by symbol, so that the order is stable. */
function byValue(a: BalanceItem, b: BalanceItem): number {
  if (a.value !== b.value) return (b.value ?? -1) - (a.value ?? -1)
  if ((a.address === undefined) !== (b.address === undefined)) return a.address === undefined ? -1 : 1
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}

function split<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size))
  return parts
}
