/**
 * What a page asks a smart account to carry out: `wallet_sendCalls` of EIP-5792, or one transaction. Whatever it says of nonces, gas or
 * who is called otherwise is none of its business (SEC-52, SEC-55).
 */
import type { Hex } from '@latchkey/wire/guard'
import type { AccountCall } from '@latchkey/wire/smartAccount'
import * as v from 'valibot'
import { CallError, invalid } from '../../../channel/CallError.ts'
import { DELEGATION_MANAGER } from '../delegation/contracts.ts'
import { isHex } from '../hex.ts'

/** Calls of one batch. Source: SEC-52. */
export const MOST_CALLS = 20

/** Longest id that a page may give a batch, in characters. Source: EIP-5792, 4096 bytes in hex. */
const MOST_ID = 8194

const address = v.custom<Hex>((value) => isHex(value, 20), 'expected an address')
const hex = v.custom<Hex>((value) => isHex(value), 'expected bytes in hex')
const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-fA-F]{1,64}$/u, 'expected a number in hex'),
  v.transform((text) => BigInt(text)),
)
const capabilities = v.optional(v.record(v.string(), v.unknown()))

const batch = v.looseObject({
  version: v.optional(v.string()),
  id: v.optional(v.pipe(v.string(), v.maxLength(MOST_ID))),
  from: v.optional(address),
  chainId: v.optional(v.string()),
  atomicRequired: v.optional(v.boolean()),
  calls: v.pipe(
    v.array(
      v.strictObject({
        to: address,
        data: v.optional(hex),
        value: v.optional(quantity),
        capabilities,
      }),
    ),
    v.minLength(1),
  ),
  capabilities,
})

/** One transaction; its gas and fees are filled here, so that what a page says of them does not count. */
const transaction = v.strictObject({
  from: v.optional(address),
  to: address,
  value: v.optional(quantity),
  data: v.optional(hex),
  input: v.optional(hex),
  gas: v.optional(quantity),
  gasLimit: v.optional(quantity),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  chainId: v.optional(v.union([v.string(), v.number()])),
  type: v.optional(v.string()),
  accessList: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
})

/** What is to be carried out, all of it or nothing. */
export type WantedCalls = {
  readonly calls: readonly AccountCall[]
  /** The page's own name for it. */
  readonly id?: string | undefined
  /** Nobody but a sponsor may pay. */
  readonly mustBeSponsored: boolean
}

const refuse = (code: number, message: string): CallError => new CallError({ message, code, reason: 'CALLS_REFUSED' })

const checkPlace = (
  { from, chainId }: { readonly from?: Hex | undefined; readonly chainId?: string | number | undefined },
  { account, network }: { readonly account: Hex; readonly network: string },
): void => {
  if (from !== undefined && from.toLowerCase() !== account.toLowerCase()) throw invalid('That is not the account here')
  if (chainId === undefined) return
  const isNumber = typeof chainId === 'number' || /^(0x[\da-f]+|\d+)$/iu.test(chainId)
  if (!isNumber || `eip155:${BigInt(chainId)}` !== network) throw refuse(5710, 'That is not the network in use')
}

/**
 * Reads a capability that a page names: of those that it may not go without, a sponsor alone is known here, and only the gateway's own
 * (SEC-124).
 */
const readCapabilities = (named: Readonly<Record<string, unknown>>, gatewayUrl: string): boolean => {
  let mustBeSponsored = false
  for (const [name, value] of Object.entries(named)) {
    const { optional, url } = Object(value) as { readonly optional?: unknown; readonly url?: unknown }
    if (optional === true) continue
    const isOurs = typeof url === 'string' && URL.canParse(url) && new URL(url).origin === new URL(gatewayUrl).origin
    if (name !== 'paymasterService' || !isOurs)
      throw refuse(5700, `The capability ${name.slice(0, 64)} is not supported`)
    mustBeSponsored = true
  }
  return mustBeSponsored
}

type Place = {
  /** Who carries them out. */
  readonly account: Hex
  /** The visitor's smart account. */
  readonly smartAccount: string
  readonly network: string
}

/**
 * What an account tells itself, or the contracts that hold what others may do in its name, changes who may act for it: another owner,
 * foreign code, a permission that was ended. No page has any business there (SEC-53, SEC-54).
 */
export const checkCall = (
  { to, data }: Pick<AccountCall, 'to' | 'data'>,
  { account, smartAccount }: Pick<Place, 'account' | 'smartAccount'>,
): void => {
  if (data === '0x') return
  const closed = [account, smartAccount, DELEGATION_MANAGER].map((each) => each.toLowerCase())
  if (closed.includes(to.toLowerCase())) throw invalid('That call would change who may act for the account')
}

/** Reads the parameters of `wallet_sendCalls`. Throws a `CallError`. */
export const readBatch = (wanted: unknown, place: Place & { readonly gatewayUrl: string }): WantedCalls => {
  const read = v.safeParse(batch, wanted)
  if (!read.success) throw invalid('The calls have not the form they should')
  const { calls, id, capabilities: all = {} } = read.output
  checkPlace(read.output, place)
  if (calls.length > MOST_CALLS) throw refuse(5740, `At most ${MOST_CALLS} calls go at once`)
  for (const each of calls) readCapabilities(each.capabilities ?? {}, place.gatewayUrl)
  const filled = calls.map(({ to, data = '0x', value = 0n }) => ({ to, data, value }))
  for (const call of filled) checkCall(call, place)
  return { id, mustBeSponsored: readCapabilities(all, place.gatewayUrl), calls: filled }
}

/**
 * Reads the parameters of `eth_sendTransaction`. One with a nonce is refused: it means to take another one's place, which an operation
 * cannot, so that it would be a second payment. Throws a `CallError`.
 */
export const readOneCall = (wanted: unknown, place: Place): WantedCalls => {
  const read = v.safeParse(transaction, wanted)
  if (!read.success) throw invalid('A smart account sends calls of an address, without a nonce')
  const { to, data, input, value = 0n } = read.output
  checkPlace(read.output, place)
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    throw invalid('The transaction has two kinds of data')
  const call = { to, data: data ?? input ?? '0x', value }
  checkCall(call, place)
  return { calls: [call], mustBeSponsored: false }
}
