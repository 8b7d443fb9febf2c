/**
 * What a page may be let do without asking each time: to send one token, up to a cap, so often, until then. Three forms of the request are
 * read into this one; what has no target or no cap, or asks for what no contract here holds it to, is refused (SEC-53). Sources: ERC-7715
 * as the product has it, as viem has it (`experimental/erc7715`), and as its draft has it now (`wallet_requestExecutionPermissions`).
 */
import type { Hex } from '@latchkey/wire/guard'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as v from 'valibot'
import { CallError } from '../../../channel/CallError.ts'
import { fromHex, isHex, toHex } from '../hex.ts'
import { DELEGATION_MANAGER } from './contracts.ts'

/** What one key may do in an account's name. */
export type Permission = {
  /** Whose key it is. */
  readonly delegate: Hex
  /** The one contract that may be called: a token of ERC-20. */
  readonly target: Hex
  /** Selectors of the functions that may be called. */
  readonly methods: readonly Hex[]
  /** The most of the token, in base units: for good, or in each period (s) from a start (s since 1970) on. */
  readonly cap: {
    readonly amount: bigint
    readonly period?: { readonly seconds: number; readonly startsAt: number } | undefined
  }
  /** How many times. */
  readonly calls: number
  /** s since 1970. */
  readonly validUntil: number
}

/** `transfer(address,uint256)` */
export const TRANSFER: Hex = '0xa9059cbb'

/** Longest life of a permission (s). Source: SEC-53. */
export const PERMISSION_LIFE = 30 * 24 * 60 * 60

/** How many times it is used at most, where the request does not say. */
export const MOST_CALLS = 100

const refuse = (message: string): CallError => new CallError({ message, code: -32602, reason: 'PERMISSION_REFUSED' })

const address = v.custom<Hex>((value) => isHex(value, 20), 'expected an address')
const amount = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,64}$/iu, 'expected a number in hex'),
  v.transform((text) => BigInt(text)),
  v.minValue(1n),
)
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40))
const duration = v.pipe(seconds, v.minValue(1))
const chainId = v.pipe(v.string(), v.regex(/^0x[\da-f]{1,16}$/iu))

/** The address of a key: of 33 or 65 bytes, on secp256k1. */
const addressOf = (publicKey: Hex): Hex => {
  try {
    const point = secp256k1.Point.fromBytes(fromHex(publicKey))
    return toHex(keccak_256(point.toBytes(false).subarray(1)).subarray(12))
  } catch {
    throw refuse('That is no key on secp256k1')
  }
}

const one = <Value>(list: readonly Value[], what: string): Value => {
  const [only, ...others] = list
  if (only === undefined || others.length > 0) throw refuse(`A request is for one ${what}`)
  return only
}

/** As the product has it. Policies are refused, because no contract here holds anybody to one of them. */
const productRequest = v.strictObject({
  version: v.optional(v.number()),
  chainId,
  address: v.optional(address),
  expiry: seconds,
  signer: v.strictObject({
    type: v.literal('keys'),
    data: v.strictObject({
      keys: v.array(
        v.strictObject({ type: v.literal('secp256k1'), publicKey: v.custom<Hex>((value) => isHex(value)) }),
      ),
    }),
  }),
  permissions: v.array(
    v.strictObject({
      type: v.literal('erc20-recurring-allowance'),
      data: v.strictObject({ token: address, allowance: amount, start: seconds, period: duration }),
    }),
  ),
  policies: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
})

/** As viem has it; for the network in use. */
const viemRequest = v.strictObject({
  expiry: seconds,
  signer: v.strictObject({ type: v.literal('account'), data: v.strictObject({ id: address }) }),
  permissions: v.array(
    v.strictObject({
      type: v.literal('erc20-token-transfer'),
      data: v.strictObject({ address, ticker: v.optional(v.string()) }),
      policies: v.pipe(
        v.array(
          v.variant('type', [
            v.strictObject({ type: v.literal('token-allowance'), data: v.strictObject({ allowance: amount }) }),
            v.strictObject({
              type: v.literal('rate-limit'),
              data: v.strictObject({
                count: v.pipe(v.number(), v.integer(), v.minValue(1)),
                interval: v.optional(duration),
              }),
            }),
          ]),
        ),
        v.maxLength(2),
      ),
      required: v.optional(v.boolean()),
    }),
  ),
})

const draftData = { tokenAddress: address, startTime: v.nullish(seconds), justification: v.nullish(v.string()) }

/** As the draft has it. */
const draftRequest = v.strictObject({
  chainId,
  from: v.optional(address),
  to: address,
  permission: v.variant('type', [
    v.strictObject({
      type: v.literal('erc20-token-allowance'),
      isAdjustmentAllowed: v.boolean(),
      data: v.strictObject({ ...draftData, allowanceAmount: amount }),
    }),
    v.strictObject({
      type: v.literal('erc20-token-periodic'),
      isAdjustmentAllowed: v.boolean(),
      data: v.strictObject({ ...draftData, periodAmount: amount, periodDuration: duration }),
    }),
  ]),
  rules: v.nullish(
    v.array(v.strictObject({ type: v.literal('expiry'), data: v.strictObject({ timestamp: seconds }) })),
  ),
})

/** What a page asked for, read, and what it is answered once that was given: in the form in which it asked. */
export type WantedPermission = {
  readonly permission: Permission
  /** `context`: what whoever uses it hands to the manager. */
  readonly answer: (context: Hex) => unknown
}

type Place = {
  readonly account: Hex
  /** CAIP-2. */
  readonly network: string
  /** s since 1970. */
  readonly now: number
}

type Claims = { readonly chainId?: string | undefined; readonly from?: Hex | undefined }

const checkPlace = (claims: Claims, { account, network }: Place): void => {
  if (claims.chainId !== undefined && `eip155:${BigInt(claims.chainId)}` !== network)
    throw refuse('That is not the network in use')
  if (claims.from !== undefined && claims.from.toLowerCase() !== account.toLowerCase())
    throw refuse('That is not the account here')
}

const checkTime = (permission: Permission, { account, now }: Place): void => {
  const { validUntil, delegate, cap } = permission
  if (validUntil <= now) throw refuse('The permission is over before it begins')
  if (validUntil > now + PERMISSION_LIFE) throw refuse('A permission lasts 30 days at most')
  if (cap.period && cap.period.startsAt > validUntil) throw refuse('The permission begins after its end')
  if (delegate.toLowerCase() === account.toLowerCase()) throw refuse('An account needs no permission of its own')
}

const readProduct = (wanted: unknown, place: Place): WantedPermission | undefined => {
  const read = v.safeParse(productRequest, wanted)
  if (!read.success) return undefined
  const { chainId: chain, address: from, expiry, signer, permissions } = read.output
  checkPlace({ chainId: chain, from }, place)
  const { token, allowance, start, period } = one(permissions, 'permission').data
  return {
    permission: {
      delegate: addressOf(one(signer.data.keys, 'key').publicKey),
      target: token,
      methods: [TRANSFER],
      cap: { amount: allowance, period: { seconds: period, startsAt: start } },
      calls: MOST_CALLS,
      validUntil: expiry,
    },
    answer: (context) => ({
      ...(wanted as object),
      address: place.account,
      context,
      signerMeta: { delegationManager: DELEGATION_MANAGER },
    }),
  }
}

const readViem = (wanted: unknown): WantedPermission | undefined => {
  const read = v.safeParse(viemRequest, wanted)
  if (!read.success) return undefined
  const { expiry, signer, permissions } = read.output
  const { data, policies } = one(permissions, 'permission')
  const caps = policies.flatMap((policy) => (policy.type === 'token-allowance' ? [policy.data.allowance] : []))
  const counts = policies.flatMap((policy) => (policy.type === 'rate-limit' ? [policy.data.count] : []))
  return {
    permission: {
      delegate: signer.data.id,
      target: data.address,
      methods: [TRANSFER],
      cap: { amount: one(caps, 'cap') },
      // So many in all, which is less than so many in each interval.
      calls: Math.min(MOST_CALLS, ...counts),
      validUntil: expiry,
    },
    answer: (context) => ({
      expiry,
      grantedPermissions: (wanted as { readonly permissions: unknown }).permissions,
      permissionsContext: context,
      signerData: { submitToAddress: DELEGATION_MANAGER },
    }),
  }
}

const readDraft = (wanted: unknown, place: Place): WantedPermission | undefined => {
  const read = v.safeParse(draftRequest, wanted)
  if (!read.success) return undefined
  const { to, permission, rules } = read.output
  checkPlace(read.output, place)
  const { data } = permission
  const period =
    'periodAmount' in data ? { seconds: data.periodDuration, startsAt: data.startTime ?? place.now } : undefined
  const validUntil = rules ? one(rules, 'end').data.timestamp : place.now + PERMISSION_LIFE
  return {
    permission: {
      delegate: to,
      target: data.tokenAddress,
      methods: [TRANSFER],
      cap: { amount: 'periodAmount' in data ? data.periodAmount : data.allowanceAmount, period },
      calls: MOST_CALLS,
      validUntil,
    },
    answer: (context) => [
      {
        ...(wanted as object),
        from: place.account,
        rules: [{ type: 'expiry', data: { timestamp: validUntil } }],
        ...toAnswer(context),
      },
    ],
  }
}

/** What the draft's answers have beside the request. */
const toAnswer = (context: Hex) => ({ context, dependencies: [], delegationManager: DELEGATION_MANAGER })

/** A permission that was given, as the draft lists it (`wallet_getGrantedExecutionPermissions`). */
export const writeGranted = (
  { delegate, target, cap: { amount, period }, validUntil }: Permission,
  { account, network, context }: { readonly account: Hex; readonly network: string; readonly context: Hex },
): unknown => {
  const most = `0x${amount.toString(16)}`
  return {
    chainId: `0x${BigInt(network.slice('eip155:'.length)).toString(16)}`,
    from: account,
    to: delegate,
    permission: {
      type: period ? 'erc20-token-periodic' : 'erc20-token-allowance',
      isAdjustmentAllowed: false,
      data: period
        ? { tokenAddress: target, periodAmount: most, periodDuration: period.seconds, startTime: period.startsAt }
        : { tokenAddress: target, allowanceAmount: most },
    },
    rules: [{ type: 'expiry', data: { timestamp: validUntil } }],
    ...toAnswer(context),
  }
}

/** Reads a request in any of its three forms. Throws a `CallError` with the reason `PERMISSION_REFUSED`. */
export const readPermission = (wanted: unknown, place: Place): WantedPermission => {
  const read = readProduct(wanted, place) ?? readViem(wanted) ?? readDraft(wanted, place)
  if (!read) throw refuse('Only a capped permission to send one token is given here')
  checkTime(read.permission, place)
  return read
}
