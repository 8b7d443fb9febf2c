/** Balances from the chain itself. Sources: ERC-20; Multicall3's published interface. */
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
import { createDiscovery } from './balances/discovery.ts'
import { readMintTexts, readSolanaTokens, type SolanaToken } from './balances/solanaTokens.ts'
import { judgeToken } from './balances/trust.ts'
import { callMany, toAmount } from './multicall.ts'
import { canonicalId, namespaceOf } from './namespaceOf.ts'
import type { OwnedTokens } from './nfts/ownedTokens.ts'
import type { Price, Prices } from './priceSource.ts'
import { NATIVE_PLACEHOLDER, SOL_PLACEHOLDER } from './prices.ts'
import type { RpcPool } from './rpcPool.ts'

/** How long a list of balances is remembered, in ms: about a block. */
export const BALANCE_LIFETIME_MS = 10_000

/** How long a token's name, symbol and decimals are remembered, in ms: they hardly ever change. */
export const TOKEN_LIFETIME_MS = 24 * 60 * 60_000

/** Most characters of a symbol. */
const SYMBOL_LENGTH = 32

/** What a token says about itself. */
export type TokenDetails = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** Keeps what tokens say about themselves between starts. Ids are CAIP-10 in lower case. */
export type TokenDetailsStore = {
  find(ids: readonly string[]): Promise<ReadonlyMap<string, TokenDetails>>
  save(details: ReadonlyMap<string, TokenDetails>): Promise<void>
}

/** A list of balances, the chains that could not be read, and those where it is still being looked for what came. */
export type BalanceList = {
  readonly balances: readonly BalanceItem[]
  readonly unavailable: readonly string[]
  readonly incomplete: readonly string[]
}

/** Reads what an address holds. */
export type Balances = {
  /**
   * Balances of an EVM or a Solana address, worth most first. With `networkId` that chain alone; without it every configured
   * chain of its namespace, where chains that cannot be read are named in `unavailable`. `forceUpdate` holds CAIP-10 ids that
   * are read afresh, and on eip155 listed even at zero. Throws `RequestError` UPSTREAM_UNAVAILABLE when nothing could be read, CHAIN_UNSUPPORTED.
   */
  fetchBalances(parameters: {
    address: string
    currency: Currency
    networkId?: string | undefined
    forceUpdate?: readonly string[] | undefined
  }): Promise<BalanceList>
}

type Token = ChainConfig['tokens'][number]

type ChainBalances = { readonly items: readonly BalanceItem[]; readonly isWhole: boolean }

/** Makes the reader over the configured chains. */
export function createBalances(parameters: {
  chains: readonly ChainConfig[]
  pools: ReadonlyMap<string, RpcPool>
  fetchPrices: (assets: readonly string[], currency: Currency) => Promise<Prices>
  tokenDetails: TokenDetailsStore
  findReceived: OwnedTokens
  /** Address of a token's logo, or an empty text. */
  iconUrl: (symbol: string) => string
  clock: Clock
}): Balances {
  const lists = createExpiringCache<ChainBalances>({
    clock: parameters.clock,
    lifetimeMs: BALANCE_LIFETIME_MS,
    maxEntries: 5_000,
  })

  const discovery = createDiscovery(parameters)

  async function fetchBalances(query: Parameters<Balances['fetchBalances']>[0]): Promise<BalanceList> {
    const namespace = query.address.startsWith('0x') ? 'eip155' : 'solana'
    const chains = parameters.chains.filter(({ id }) => namespaceOf(id) === namespace && (query.networkId ?? id) === id)
    if (chains.length === 0) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${query.networkId ?? 'at all'}.`, {
        field: 'chainId',
      })
    }
    const forced = (query.forceUpdate ?? []).map(canonicalId)
    for (const id of forced) checkForced(id, chains)
    const results = await Promise.allSettled(
      chains.map((chain) => {
        const own = forced.filter((id) => id.startsWith(`${chain.id}:`)).map((id) => id.slice(chain.id.length + 1))
        const key = `${canonicalId(`${chain.id}:${query.address}`)}|${query.currency}`
        const read = () =>
          namespace === 'solana'
            ? readSolana(chain, query.address, query.currency)
            : readChain(chain, query.address as Hex, query.currency, own)
        return own.length > 0 ? lists.refresh(key, read) : lists.get(key, read)
      }),
    )
    const balances: BalanceItem[] = []
    const unavailable: string[] = []
    const incomplete: string[] = []
    let failure: unknown
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') {
        balances.push(...result.value.items)
        if (!result.value.isWhole) incomplete.push(chains[index]?.id ?? '')
      } else {
        if (!(result.reason instanceof RequestError)) throw result.reason
        failure = result.reason
        unavailable.push(chains[index]?.id ?? '')
      }
    }
    if (unavailable.length === chains.length) throw failure
    return { balances: balances.sort(byValue), unavailable, incomplete }
  }

  function checkForced(id: string, chains: readonly ChainConfig[]): void {
    const match = /^((?:eip155|solana):\w+):(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(id)
    if (match !== null && chains.some((chain) => chain.id === match[1])) return
    throw new RequestError('INPUT_INVALID', `${id} is no token of a chain that is being read.`, {
      field: 'forceUpdate',
    })
  }

  async function readChain(
    chain: ChainConfig,
    owner: Hex,
    currency: Currency,
    forced: readonly string[],
  ): Promise<ChainBalances> {
    const pool = poolOf(chain)
    const found = discovery.find(pool, owner)
    const listed = chain.tokens.map((token) => token.address.toLowerCase())
    const extra = [...new Set([...forced, ...found.coins])].filter(
      (address) => address !== NATIVE_PLACEHOLDER && !listed.includes(address),
    )
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
    const known = knownSymbols(chain, details)
    const items = held.flatMap(({ token, amount }): BalanceItem[] => {
      const told = details.get(token.address.toLowerCase())
      if (told === undefined) return []
      const id = `${chain.id}:${token.address}`
      const isListed = listed.includes(token.address.toLowerCase())
      return [
        {
          name: told.name,
          symbol: told.symbol,
          chainId: chain.id,
          address: id,
          ...worth(amount, told.decimals, prices.get(canonicalId(id)), isListed),
          iconUrl: token.iconUrl ?? (isListed ? parameters.iconUrl(told.symbol) : ''),
          ...(isListed ? LISTED : judgeToken(told, known)),
        },
      ]
    })
    return { items: [describeNative(chain, native, prices.get(nativeId)), ...items], isWhole: found.isWhole }
  }

  async function readSolana(chain: ChainConfig, owner: string, currency: Currency): Promise<ChainBalances> {
    const pool = poolOf(chain)
    const { lamports, tokens } = await readSolanaTokens(pool, owner)
    // One of a kind without fractions is an NFT, and stands in the list of those.
    const held = tokens.filter(({ amount, decimals }) => decimals > 0 || amount > 1n)
    const listed = new Map(chain.tokens.map((token) => [token.address, token]))
    const texts = await describeMints(pool, chain, held)
    const nativeId = `${chain.id}:${SOL_PLACEHOLDER}`
    const prices = await parameters.fetchPrices([nativeId, ...held.map(({ mint }) => `${chain.id}:${mint}`)], currency)
    const known = [chain.nativeCurrency.symbol, ...chain.tokens.flatMap(({ symbol }) => symbol ?? [])]
    const items = held.map(({ mint, amount, decimals }): BalanceItem => {
      const token = listed.get(mint)
      const told = texts.get(mint)
      // A mint that says no name is called by its address.
      const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
      const symbol = token?.symbol ?? (told?.symbol || short)
      const name = token?.name ?? (told?.name || symbol)
      return {
        name,
        symbol,
        chainId: chain.id,
        address: `${chain.id}:${mint}`,
        ...worth(amount, decimals, prices.get(`${chain.id}:${mint}`), token !== undefined),
        iconUrl: token === undefined ? '' : (token.iconUrl ?? parameters.iconUrl(symbol)),
        ...(token === undefined ? judgeToken({ name, symbol }, known) : LISTED),
      }
    })
    const native = { ...describeNative(chain, lamports, prices.get(nativeId)), address: SOL_PLACEHOLDER }
    return { items: [native, ...items], isWhole: true }
  }

  function describeNative(chain: ChainConfig, amount: bigint, price: Price | undefined): BalanceItem {
    const { name, symbol, decimals } = chain.nativeCurrency
    return {
      name,
      symbol,
      chainId: chain.id,
      ...worth(amount, decimals, price, true),
      iconUrl: parameters.iconUrl(symbol),
      ...LISTED,
    }
  }

  /** What mints say of themselves, from the store or the chain, cleaned. */
  async function describeMints(
    pool: RpcPool,
    chain: ChainConfig,
    tokens: readonly SolanaToken[],
  ): Promise<ReadonlyMap<string, TokenDetails>> {
    const prefix = `${chain.id}:`
    const open = tokens.filter(({ mint }) => {
      const token = chain.tokens.find(({ address }) => address === mint)
      return token?.name === undefined || token.symbol === undefined
    })
    const kept = await parameters.tokenDetails.find(open.map(({ mint }) => `${prefix}${mint}`))
    const unknown = open.filter(({ mint }) => !kept.has(`${prefix}${mint}`))
    const read = unknown.length === 0 ? new Map() : await readMintTexts(pool, unknown)
    const details = new Map([...kept].map(([id, each]) => [id.slice(prefix.length), each]))
    const fresh = new Map<string, TokenDetails>()
    for (const { mint, decimals } of unknown) {
      const text = read.get(mint)
      const own = {
        name: cleanText(text?.name ?? ''),
        symbol: cleanText(text?.symbol ?? '', SYMBOL_LENGTH),
        decimals,
      }
      details.set(mint, own)
      fresh.set(`${prefix}${mint}`, own)
    }
    if (fresh.size > 0) await parameters.tokenDetails.save(fresh)
    return details
  }

  function poolOf(chain: ChainConfig): RpcPool {
    const pool = parameters.pools.get(chain.id)
    if (pool === undefined) throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${chain.id}.`)
    return pool
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

/** A name or symbol that a contract tells: text, or bytes32 in old tokens. Cleaned and cut as SEC-83 asks. */
export function toText(data: Hex | undefined, functionName: 'name' | 'symbol'): string {
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

/** Of what the operator lists, and of a chain's own coin. */
const LISTED = { trust: 'listed', imitates: null } as const

/** Symbols that others may not take: those of the chain's coin and of the tokens that the operator lists. */
function knownSymbols(chain: ChainConfig, details: ReadonlyMap<string, TokenDetails>): readonly string[] {
  const listed = chain.tokens.flatMap(
    ({ address, symbol }) => symbol ?? details.get(address.toLowerCase())?.symbol ?? [],
  )
  return [chain.nativeCurrency.symbol, ...listed]
}

/**
 * Amount, price and, where the price is known and the token is one that totals may count, worth. The numbers are for show; amounts
 * stay exact in `numeric`.
 */
function worth(
  amount: bigint,
  decimals: number,
  price: Price | undefined,
  isListed: boolean,
): Pick<BalanceItem, 'price' | 'value' | 'quantity' | 'pricedAt' | 'priceChange'> {
  const numeric = formatUnits(amount, decimals)
  const quantity = { decimals: String(decimals), numeric }
  if (price === undefined) return { price: 0, quantity, pricedAt: null }
  const told = {
    price: price.amount,
    quantity,
    pricedAt: new Date(price.at).toISOString(),
    ...(price.change === undefined ? {} : { priceChange: price.change }),
  }
  return isListed ? { value: Number(numeric) * price.amount, ...told } : told
}

/** Worth most first, unknown worth last; among equals the native coin, then by symbol, so that the order is stable. */
function byValue(a: BalanceItem, b: BalanceItem): number {
  if (a.value !== b.value) return (b.value ?? -1) - (a.value ?? -1)
  if (isNative(a) !== isNative(b)) return isNative(a) ? -1 : 1
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}

function isNative({ address }: BalanceItem): boolean {
  return address === undefined || address === SOL_PLACEHOLDER
}
