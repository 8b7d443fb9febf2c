/** What an account lets others take of what it holds. Sources: EIP-20, EIP-721, EIP-1155, Uniswap/permit2. */

import type { Currency } from '@latchkey/wire'
import { APPROVALS_LIMIT, type ApprovalItem } from '@latchkey/wire/approvals'
import { MAX_UINT256, PERMIT2 } from '@latchkey/wire/guard'
import { encodeFunctionData, formatUnits, type Hex, parseAbi } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import type { AccountScan } from '../accountScan.ts'
import { judgeToken } from '../balances/trust.ts'
import type { TokenDetailsStore } from '../balances.ts'
import { createTokenFacts, type TokenFactsReader } from '../history/tokenFacts.ts'
import { type ContractCall, callMany, toAmount } from '../multicall.ts'
import { canonicalId, namespaceOf } from '../namespaceOf.ts'
import type { Prices } from '../priceSource.ts'
import type { RpcPool } from '../rpcPool.ts'
import type { ApprovalScan, GivenApproval } from './approvalScan.ts'

/** How long a list of approvals is remembered, in ms: about a block, as balances. */
export const APPROVALS_LIFETIME_MS = 10_000

/** Approvals that stand, the chains that could not be read, and those that were read or listed in part. */
export type ApprovalList = {
  readonly data: readonly ApprovalItem[]
  readonly unavailable: readonly string[]
  readonly incomplete: readonly string[]
}

/** Reads what an address lets others take. */
export type Approvals = {
  /**
   * Approvals that stand now on one EVM chain or all, worth most first. A chain that cannot be read is named in `unavailable`. Throws
   * `RequestError` UPSTREAM_UNAVAILABLE when nothing could be read, CHAIN_UNSUPPORTED.
   */
  fetchApprovals(parameters: {
    address: string
    currency: Currency
    networkId?: string | undefined
    /** Reads anew, whatever is remembered. */
    isFresh?: boolean | undefined
    signal: AbortSignal
  }): Promise<ApprovalList>
}

type ChainApprovals = { readonly items: readonly ApprovalItem[]; readonly isWhole: boolean }
/** An approval that stands, with what the contracts say of it now. */
type Standing = {
  readonly given: GivenApproval
  readonly spender: Hex
  readonly amount: bigint | undefined
  /** ms since 1970. */
  readonly expiresAt: number | undefined
}

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
])
const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint256)',
])

/** Amounts that tokens take for all there will ever be: the larger half of 256 bits, and all of 96 or 160 bits. Sources: UNI and COMP; Permit2. */
function isUnlimited(amount: bigint): boolean {
  return amount > MAX_UINT256 >> 1n || amount === (1n << 96n) - 1n || amount === (1n << 160n) - 1n
}

/** Makes the reader over the configured chains. */
export function createApprovals(parameters: {
  chains: readonly ChainConfig[]
  pools: ReadonlyMap<string, RpcPool>
  findGiven: AccountScan<ApprovalScan>
  fetchPrices: (assets: readonly string[], currency: Currency) => Promise<Prices>
  tokenDetails: TokenDetailsStore
  iconUrl: (symbol: string) => string
  clock: Clock
}): Approvals {
  const { pools, clock } = parameters
  const lists = createExpiringCache<ChainApprovals>({ clock, lifetimeMs: APPROVALS_LIFETIME_MS, maxEntries: 1_000 })
  const facts = new Map<string, TokenFactsReader>(
    parameters.chains.flatMap((chain) => {
      const pool = pools.get(chain.id)
      return pool === undefined || namespaceOf(chain.id) !== 'eip155'
        ? []
        : [[chain.id, createTokenFacts({ ...parameters, chain, pool })] as const]
    }),
  )

  async function fetchApprovals(query: Parameters<Approvals['fetchApprovals']>[0]): Promise<ApprovalList> {
    const { networkId, currency, isFresh } = query
    const chains = parameters.chains.filter(({ id }) => facts.has(id) && (networkId ?? id) === id)
    if (chains.length === 0) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${networkId ?? 'at all'}.`, {
        field: 'chainId',
      })
    }
    const owner = query.address.toLowerCase() as Hex
    const results = await Promise.allSettled(
      chains.map((chain) => {
        const key = `${chain.id}|${owner}|${currency}`
        // Shared by all who ask at the same time, so no one of them can end it.
        const read = () => readChain(chain, owner, currency)
        return isFresh ? lists.refresh(key, read) : lists.get(key, read)
      }),
    )
    const all: ApprovalItem[] = []
    const unavailable: string[] = []
    const incomplete = new Set<string>()
    let failure: unknown
    for (const [index, result] of results.entries()) {
      const id = chains[index]?.id ?? ''
      if (result.status === 'rejected') {
        if (!(result.reason instanceof RequestError)) throw result.reason
        failure = result.reason
        unavailable.push(id)
        continue
      }
      if (!result.value.isWhole) incomplete.add(id)
      all.push(...result.value.items)
    }
    if (unavailable.length === chains.length) throw failure
    const sorted = all.sort(byRisk)
    for (const { chainId } of sorted.slice(APPROVALS_LIMIT)) incomplete.add(chainId)
    return { data: sorted.slice(0, APPROVALS_LIMIT), unavailable, incomplete: [...incomplete] }
  }

  async function readChain(chain: ChainConfig, owner: Hex, currency: Currency): Promise<ChainApprovals> {
    const pool = pools.get(chain.id)
    const tokens = facts.get(chain.id)
    if (pool === undefined || tokens === undefined) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${chain.id}.`)
    }
    const { given, from, isCut } = await parameters.findGiven({ pool, owner })
    const standing = await readStanding(pool, chain, { owner, given: [...given.values()], now: clock.now() })
    const signal = AbortSignal.timeout(60_000)
    const [held, told, listedSymbols, prices] = await Promise.all([
      readHeld(pool, chain, owner, standing),
      tokens.fetchFacts([...new Set(standing.map((each) => each.given.contract))], signal),
      tokens.fetchListedSymbols(signal),
      parameters.fetchPrices(
        [...new Set(standing.filter(isFungible).map((each) => `${chain.id}:${each.given.contract}`))],
        currency,
      ),
    ])
    const known = [chain.nativeCurrency.symbol, ...listedSymbols]
    const items = standing.map((each): ApprovalItem => {
      const { kind, contract, tokenId } = each.given
      const { name = null, symbol = null, decimals = null, isListed = false, iconUrl = '' } = told.get(contract) ?? {}
      const has = kind === 'nft' ? 1n : held.get(contract)?.balance
      const price = prices.get(canonicalId(`${chain.id}:${contract}`))
      const reach = isFungible(each) ? reachOf(each, held.get(contract)) : undefined
      // A contract that no operator lists says what it likes, also that an account holds a fortune of it (SEC-96).
      const value =
        isListed && reach !== undefined && decimals !== null && price !== undefined
          ? { value: Number(formatUnits(reach, decimals)) * price.amount }
          : {}
      return {
        kind,
        chainId: chain.id,
        contract,
        spender: each.spender,
        tokenId: tokenId === undefined ? null : String(tokenId),
        amount: each.amount === undefined ? null : String(each.amount),
        isUnlimited: each.amount !== undefined && isUnlimited(each.amount),
        expiresAt: each.expiresAt === undefined ? null : new Date(each.expiresAt).toISOString(),
        held: has === undefined ? null : String(has),
        ...value,
        name,
        symbol,
        decimals,
        iconUrl,
        ...(isListed
          ? { trust: 'listed', imitates: null }
          : judgeToken({ name: name ?? '', symbol: symbol ?? '' }, known)),
      }
    })
    return { items, isWhole: from === 0n && !isCut }
  }

  return { fetchApprovals }
}

function isFungible({ given: { kind } }: Standing): boolean {
  return kind === 'allowance' || kind === 'permit2'
}

/** Which approvals stand now. What a contract does not answer to is no approval that could be used. */
async function readStanding(
  pool: RpcPool,
  chain: ChainConfig,
  { owner, given, now }: { readonly owner: Hex; readonly given: readonly GivenApproval[]; readonly now: number },
): Promise<readonly Standing[]> {
  const plans = given.map((each) => ({ each, calls: callsOf(owner, each) }))
  const answers = await callMany(
    pool,
    chain,
    plans.flatMap(({ calls }) => calls),
  )
  let place = 0
  return plans.flatMap(({ each, calls }): Standing[] => {
    const own = answers.slice(place, place + calls.length)
    place += calls.length
    const [word, second] = own.map(toAmount)
    if (word === undefined || word === 0n) return []
    if (each.kind === 'nft') {
      if (second !== BigInt(owner) || word >> 160n !== 0n) return []
      const spender: Hex = `0x${word.toString(16).padStart(40, '0')}`
      return [{ given: each, spender, amount: undefined, expiresAt: undefined }]
    }
    const { spender } = each
    if (each.kind === 'operator') return [{ given: each, spender, amount: undefined, expiresAt: undefined }]
    if (each.kind === 'allowance') return [{ given: each, spender, amount: word, expiresAt: undefined }]
    // Of Permit2's three words the first is the amount, the second when it ends, in seconds.
    const expiry = own[0] === undefined ? undefined : toAmount(`0x${own[0].slice(66)}`)
    if (expiry === undefined || expiry * 1000n <= BigInt(now)) return []
    const ms = expiry * 1000n
    // Later than a date can say: never.
    const expiresAt = ms > 8_640_000_000_000_000n ? undefined : Number(ms)
    return [{ given: each, spender, amount: word, expiresAt }]
  })
}

function callsOf(owner: Hex, { kind, contract, spender, tokenId }: GivenApproval): readonly ContractCall[] {
  const one = (callData: Hex, target: Hex = contract): ContractCall => ({ target, callData })
  if (kind === 'permit2') {
    const args = [owner, contract, spender] as const
    return [one(encodeFunctionData({ abi: permit2Abi, functionName: 'allowance', args }), PERMIT2)]
  }
  if (kind === 'allowance') {
    return [one(encodeFunctionData({ abi, functionName: 'allowance', args: [owner, spender] }))]
  }
  if (kind === 'operator') {
    return [one(encodeFunctionData({ abi, functionName: 'isApprovedForAll', args: [owner, spender] }))]
  }
  const args = [tokenId ?? 0n] as const
  return [
    one(encodeFunctionData({ abi, functionName: 'getApproved', args })),
    one(encodeFunctionData({ abi, functionName: 'ownerOf', args })),
  ]
}

type Held = { readonly balance: bigint | undefined; readonly permit2: bigint | undefined }

/** What the account holds of each contract, and what Permit2 may take of it at all. */
async function readHeld(
  pool: RpcPool,
  chain: ChainConfig,
  owner: Hex,
  standing: readonly Standing[],
): Promise<ReadonlyMap<Hex, Held>> {
  const contracts = [...new Set(standing.map(({ given }) => given.contract))]
  const balanceOf = encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] })
  const toPermit2 = encodeFunctionData({ abi, functionName: 'allowance', args: [owner, PERMIT2] })
  const answers = await callMany(
    pool,
    chain,
    contracts.flatMap((target) => [
      { target, callData: balanceOf },
      { target, callData: toPermit2 },
    ]),
  )
  return new Map(
    contracts.map((contract, index) => [
      contract,
      { balance: toAmount(answers[index * 2]), permit2: toAmount(answers[index * 2 + 1]) },
    ]),
  )
}

/** What could be taken now; undefined where the contract does not say what the account holds. */
function reachOf({ given, amount = 0n }: Standing, held: Held | undefined): bigint | undefined {
  if (held?.balance === undefined) return undefined
  const limits = [held.balance, amount, ...(given.kind === 'permit2' ? [held.permit2 ?? 0n] : [])]
  return limits.reduce((least, each) => (each < least ? each : least))
}

const TRUST_ORDER = ['listed', 'unlisted', 'lookAlike', 'spam']

/** Worth most first; then what the operator lists; then by contract and spender, so that the order is stable. */
function byRisk(a: ApprovalItem, b: ApprovalItem): number {
  if ((a.value ?? -1) !== (b.value ?? -1)) return (b.value ?? -1) - (a.value ?? -1)
  const trust = TRUST_ORDER.indexOf(a.trust) - TRUST_ORDER.indexOf(b.trust)
  if (trust !== 0) return trust
  const key = (each: ApprovalItem) => `${each.chainId}:${each.contract}:${each.spender}:${each.tokenId}`
  return key(a) < key(b) ? -1 : 1
}
