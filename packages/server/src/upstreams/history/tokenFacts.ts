/** What tokens of an EVM chain say about themselves, for the lines of a history. Sources: EIP-20, EIP-721. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { cleanText } from '../../directory/cleanText.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { readMintTexts } from '../balances/solanaTokens.ts'
import { TOKEN_LIFETIME_MS, type TokenDetailsStore, toText } from '../balances.ts'
import { callMany, toAmount } from '../multicall.ts'
import type { RpcPool } from '../rpcPool.ts'
import type { TokenFacts } from './describeItem.ts'

/** Contracts that one page asks for their names: more than a page of people's transactions has. */
export const FACTS_PER_PAGE = 60

/** Listed tokens that are asked for their names at once: one multicall. */
const LISTED_ASKED = 80

/** Most characters of a symbol. */
const SYMBOL_LENGTH = 32

/** Contracts whose facts stay in memory. */
const MEMORY = 5_000

/** Tells what tokens of one chain are called. */
export type TokenFactsReader = {
  /** What is known of contracts in lower case. Those that say nothing, or cannot be asked just now, have no name. */
  fetchFacts(contracts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, TokenFacts>>
  /** Symbols of the tokens that the operator lists, as far as they could be read. */
  fetchListedSymbols(signal: AbortSignal): Promise<readonly string[]>
}

/** Makes the reader of one chain. */
export function createTokenFacts(parameters: {
  chain: ChainConfig
  pool: RpcPool
  tokenDetails: TokenDetailsStore
  iconUrl: (symbol: string) => string
  clock: Clock
}): TokenFactsReader {
  const { chain, pool, tokenDetails, clock } = parameters
  const listed = new Map(chain.tokens.map((token) => [token.address.toLowerCase(), token]))
  const memory = new Map<string, { readonly facts: TokenFacts; readonly expiresAt: number }>()

  function remember(contract: string, facts: TokenFacts): void {
    memory.delete(contract)
    memory.set(contract, { facts, expiresAt: clock.now() + TOKEN_LIFETIME_MS })
    const oldest = memory.keys().next()
    if (memory.size > MEMORY && !oldest.done) memory.delete(oldest.value)
  }

  /** The operator's words win over the contract's. */
  function complete(contract: string, told: Pick<TokenFacts, 'name' | 'symbol' | 'decimals'>): TokenFacts {
    const own = listed.get(contract)
    const symbol = own?.symbol ?? told.symbol
    return {
      name: own?.name ?? told.name,
      symbol,
      decimals: own?.decimals ?? told.decimals,
      isListed: own !== undefined,
      // A picture goes by the symbol, which anybody may take: only a listed token has one.
      iconUrl: own?.iconUrl ?? (own !== undefined && symbol !== null ? parameters.iconUrl(symbol) : ''),
    }
  }

  async function fetchFacts(contracts: readonly string[], signal: AbortSignal, most = FACTS_PER_PAGE) {
    const known = new Map<string, TokenFacts>()
    const open: string[] = []
    for (const contract of new Set(contracts)) {
      const kept = memory.get(contract)
      const own = listed.get(contract)
      if (own?.name !== undefined && own.symbol !== undefined && own.decimals !== undefined) {
        known.set(contract, complete(contract, { name: own.name, symbol: own.symbol, decimals: own.decimals }))
      } else if (kept !== undefined && kept.expiresAt > clock.now()) known.set(contract, kept.facts)
      else open.push(contract)
    }
    if (open.length === 0) return known
    // A database that is away costs asking the chain once more, and says so in every other call.
    const kept = await tokenDetails.find(open.map((contract) => `${chain.id}:${contract}`)).catch(() => new Map())
    const unknown: string[] = []
    for (const contract of open) {
      const details = kept.get(`${chain.id}:${contract}`)
      if (details === undefined) unknown.push(contract)
      else known.set(contract, complete(contract, details))
    }
    // Listed ones first, so that a flood of worthless tokens does not push them out.
    const asked = [...unknown].sort((a, b) => Number(listed.has(b)) - Number(listed.has(a))).slice(0, most)
    const read = await readFacts(asked, signal)
    for (const contract of unknown) {
      const told = read?.get(contract)
      const facts = complete(contract, told ?? { name: null, symbol: null, decimals: null })
      known.set(contract, facts)
      if (told !== undefined) remember(contract, facts)
    }
    return known
  }

  return {
    fetchFacts: (contracts, signal) => fetchFacts(contracts, signal),
    async fetchListedSymbols(signal) {
      const facts = await fetchFacts([...listed.keys()], signal, LISTED_ASKED)
      return [...facts.values()].flatMap(({ symbol }) => symbol ?? [])
    },
  }

  async function readFacts(contracts: readonly string[], signal: AbortSignal) {
    const fields = ['name', 'symbol', 'decimals'] as const
    const results = await callMany(
      pool,
      chain,
      contracts.flatMap((contract) =>
        fields.map((functionName) => ({
          target: contract as Hex,
          callData: encodeFunctionData({ abi: erc20Abi, functionName }),
        })),
      ),
      signal,
    ).catch((error: unknown) => {
      // Names are not worth a page: without them the transfers are still true.
      if (signal.aborted) throw error
      return undefined
    })
    if (results === undefined) return undefined
    const facts = new Map<string, Pick<TokenFacts, 'name' | 'symbol' | 'decimals'>>()
    const worthKeeping = new Map<string, { name: string; symbol: string; decimals: number }>()
    for (const [index, contract] of contracts.entries()) {
      const [name, symbol, decimals] = results.slice(index * fields.length, (index + 1) * fields.length)
      const scale = toAmount(decimals)
      const told = {
        name: toText(name, 'name') || null,
        symbol: toText(symbol, 'symbol') || null,
        decimals: scale === undefined || scale > 36n ? null : Number(scale),
      }
      facts.set(contract, told)
      if (told.symbol !== null && told.decimals !== null) {
        const details = { name: told.name ?? told.symbol, symbol: told.symbol, decimals: told.decimals }
        worthKeeping.set(`${chain.id}:${contract}`, details)
      }
    }
    // What is not kept is read again.
    if (worthKeeping.size > 0) await tokenDetails.save(worthKeeping).catch(() => undefined)
    return facts
  }
}

/** Makes the reader of a Solana chain: what the operator writes, then what mints say of themselves. */
export function createMintFacts(parameters: {
  chain: ChainConfig
  pool: RpcPool
  iconUrl: (symbol: string) => string
  clock: Clock
}): TokenFactsReader {
  const { chain, pool, clock } = parameters
  const listed = new Map(
    chain.tokens.map(({ address, name, symbol, decimals, iconUrl }): [string, TokenFacts] => [
      address,
      {
        name: name ?? null,
        symbol: symbol ?? null,
        decimals: decimals ?? null,
        isListed: true,
        iconUrl: iconUrl ?? (symbol === undefined ? '' : parameters.iconUrl(symbol)),
      },
    ]),
  )
  const memory = new Map<string, { readonly facts: TokenFacts; readonly expiresAt: number }>()

  function remembered(mint: string): TokenFacts | undefined {
    const kept = memory.get(mint)
    return kept !== undefined && kept.expiresAt > clock.now() ? kept.facts : undefined
  }

  return {
    async fetchFacts(contracts, signal) {
      const known = new Map<string, TokenFacts>()
      const open: string[] = []
      for (const mint of new Set(contracts)) {
        const facts = listed.get(mint) ?? remembered(mint)
        if (facts === undefined) open.push(mint)
        else known.set(mint, facts)
      }
      const asked = open.slice(0, FACTS_PER_PAGE)
      if (asked.length === 0) return known
      // Which program a mint is of is not told with a transfer, and both are asked alike.
      const texts = await readMintTexts(
        pool,
        asked.map((mint) => ({ mint, program: 'token2022' })),
      ).catch((error: unknown) => {
        if (signal.aborted || !(error instanceof RequestError)) throw error
        return undefined
      })
      for (const mint of texts === undefined ? [] : asked) {
        const text = texts?.get(mint)
        const facts: TokenFacts = {
          name: cleanText(text?.name ?? '') || null,
          symbol: [...cleanText(text?.symbol ?? '')].slice(0, SYMBOL_LENGTH).join('') || null,
          decimals: null,
          isListed: false,
          iconUrl: '',
        }
        known.set(mint, facts)
        memory.delete(mint)
        memory.set(mint, { facts, expiresAt: clock.now() + TOKEN_LIFETIME_MS })
        const oldest = memory.keys().next()
        if (memory.size > MEMORY && !oldest.done) memory.delete(oldest.value)
      }
      return known
    },
    fetchListedSymbols: async () => chain.tokens.flatMap(({ symbol }) => symbol ?? []),
  }
}
