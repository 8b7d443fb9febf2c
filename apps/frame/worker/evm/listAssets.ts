/** What the visitor's account holds, by the gateway's word: `wallet_getAssets`. Source: ERC-7811. */
import { getBalance } from '@latchkey/wire/balance'
import { endpointUrl, SDK_TYPE } from '@latchkey/wire/endpointUrl'
import * as v from 'valibot'
import { CallError, invalid } from '../../channel/CallError.ts'
import { isHex } from './hex.ts'

const chainId = v.pipe(v.string(), v.regex(/^0x[\da-f]{1,16}$/iu), v.toLowerCase())
const asset = v.object({ address: v.string(), type: v.optional(v.string()) })
const request = v.object({
  account: v.custom<string>((value) => isHex(value, 20)),
  /** Of each chain these alone; a chain that is not named has none. */
  assetFilter: v.optional(v.record(chainId, v.pipe(v.array(asset), v.maxLength(1_000)))),
  assetTypeFilter: v.optional(v.array(v.string())),
  chainFilter: v.optional(v.array(chainId)),
})

type Asset = {
  readonly address: string
  readonly balance: `0x${string}`
  readonly type: 'native' | 'erc20'
  readonly metadata: Readonly<Record<string, unknown>>
}

/** A decimal number in base units. */
const toBase = (numeric: string, decimals: number): bigint => {
  const [whole = '0', part = ''] = numeric.split('.')
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}

/** Asks for them; `own`: the visitor's addresses on eip155. Throws a `CallError`. */
export const listAssets = async (
  params: unknown,
  {
    own,
    gatewayUrl,
    projectId,
    fetch,
  }: {
    readonly own: readonly string[]
    readonly gatewayUrl: string
    readonly projectId: string
    readonly fetch: typeof globalThis.fetch
  },
): Promise<Readonly<Record<string, readonly Asset[]>>> => {
  const read = v.safeParse(v.tuple([request]), params)
  if (!read.success) throw invalid('Assets are asked for by an account')
  const [{ account, assetFilter, assetTypeFilter, chainFilter }] = read.output
  if (!own.some((each) => each.toLowerCase() === account.toLowerCase()))
    throw new CallError({ message: 'That is not the account here', code: 4100, reason: 'ACCOUNT_UNKNOWN' })
  const chains = assetFilter ? Object.keys(assetFilter) : chainFilter
  const [only, ...others] = chains ?? []
  const input = {
    address: account,
    currency: 'usd',
    ...(only !== undefined && others.length === 0 && { chainId: `eip155:${BigInt(only)}` as const }),
  }
  let said: v.InferOutput<typeof getBalance.answer>
  try {
    const url = endpointUrl(getBalance, { gatewayUrl, input, common: { projectId, st: SDK_TYPE, sv: 'frame' } })
    const response = await fetch(url, { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' })
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
    said = v.parse(getBalance.answer, await response.json())
  } catch (cause) {
    throw new CallError({ message: 'The balances cannot be read', code: -32603, reason: 'NETWORK_FAILED' }, { cause })
  }
  const types = assetTypeFilter?.map((type) => type.toLowerCase())
  const found = said.balances.flatMap((item): readonly (readonly [chain: string, asset: Asset])[] => {
    const { chainId: network, address, quantity, name, symbol, price, value, iconUrl, trust } = item
    const [namespace, reference, token] = (address ?? network ?? '').split(':')
    // What came unasked and what copies others is nobody's holding (SEC-96).
    if (namespace !== 'eip155' || reference === undefined || trust !== 'listed') return []
    const chain = `0x${BigInt(reference).toString(16)}`
    const type = token === undefined ? 'native' : 'erc20'
    const place = token ?? 'native'
    const isNamed = assetFilter?.[chain]?.some((each) => each.address.toLowerCase() === place.toLowerCase())
    const isWanted = (chains?.includes(chain) ?? true) && (types?.includes(type) ?? true)
    if (!isWanted || (assetFilter && !isNamed)) return []
    const decimals = Number(quantity.decimals)
    const balance = `0x${toBase(quantity.numeric, decimals).toString(16)}` as const
    const metadata = { name, symbol, decimals, price, ...(value !== undefined && { value }), iconUrl }
    return [[chain, { address: place, balance, type, metadata }]]
  })
  const answer: Record<string, Asset[]> = {}
  for (const [chain, held] of found) answer[chain] = [...(answer[chain] ?? []), held]
  return answer
}
