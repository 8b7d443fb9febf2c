/**
 * A permission as its owner signs it, and as the chain holds whoever uses it to it. Source: Delegation Framework 1.3.0, ERC-7710.
 */
import type { Hex } from '@latchkey/wire/guard'
import { concatBytes } from '@noble/hashes/utils.js'
import type { TypedData } from '../../../approve/types.ts'
import type { Random } from '../../../keys/bytes.ts'
import type { Keyring } from '../../../keys/createKeyring.ts'
import { hashStruct, hashTypedData } from '../hashTypedData.ts'
import { fromHex, toHex } from '../hex.ts'
import { signDigest } from '../signTransaction.ts'
import { type AbiArgument, toWord, writeAbi, writeCall } from '../smartAccount/writeAbi.ts'
import { DELEGATION_MANAGER, ENFORCERS } from './contracts.ts'
import type { Permission } from './permission.ts'

/** What one contract holds a permission to. */
export type Caveat = { readonly enforcer: Hex; readonly terms: Hex }

/** A permission in the form of the chain. */
export type Delegation = {
  readonly delegate: Hex
  /** The account. */
  readonly delegator: Hex
  readonly caveats: readonly Caveat[]
  readonly salt: bigint
}

/** Given by the account itself, not on the strength of another permission. */
const ROOT: Hex = `0x${'ff'.repeat(32)}`

/** `disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))` */
const DISABLE: Hex = '0x49934047'

/** A number of 128 bits. */
const toHalf = (value: number): Uint8Array => toWord(BigInt(value)).subarray(16)

/** What holds a permission: each part of it is a contract's to hold, so that nothing rests on whoever has the key. */
export const toCaveats = ({ target, methods, cap, calls, validUntil }: Permission): readonly Caveat[] => {
  const { amount, period } = cap
  const most = period
    ? {
        enforcer: ENFORCERS.period,
        terms: concatBytes(
          fromHex(target),
          toWord(amount),
          toWord(BigInt(period.seconds)),
          toWord(BigInt(period.startsAt)),
        ),
      }
    : { enforcer: ENFORCERS.amount, terms: concatBytes(fromHex(target), toWord(amount)) }
  return [
    { enforcer: ENFORCERS.targets, terms: fromHex(target) },
    { enforcer: ENFORCERS.methods, terms: concatBytes(...methods.map(fromHex)) },
    most,
    { enforcer: ENFORCERS.calls, terms: toWord(BigInt(calls)) },
    // From the beginning until its end.
    { enforcer: ENFORCERS.time, terms: concatBytes(toHalf(0), toHalf(validUntil)) },
  ].map(({ enforcer, terms }) => ({ enforcer, terms: toHex(terms) }))
}

/** Makes a permission of an account; two of them are never the same one, because of their salt. */
export const createDelegation = (permission: Permission, account: Hex, random: Random): Delegation => ({
  delegate: permission.delegate,
  delegator: account,
  caveats: toCaveats(permission),
  salt: BigInt(toHex(random(32))),
})

/** What the owner signs. It names the chain and the manager, so that it holds there alone. */
export const toDelegationTypedData = (
  { delegate, delegator, caveats, salt }: Delegation,
  chainId: bigint,
): TypedData => ({
  domain: {
    name: 'DelegationManager',
    version: '1',
    chainId: String(chainId),
    verifyingContract: DELEGATION_MANAGER,
  },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Caveat: [
      { name: 'enforcer', type: 'address' },
      { name: 'terms', type: 'bytes' },
    ],
    Delegation: [
      { name: 'delegate', type: 'address' },
      { name: 'delegator', type: 'address' },
      { name: 'authority', type: 'bytes32' },
      { name: 'caveats', type: 'Caveat[]' },
      { name: 'salt', type: 'uint256' },
    ],
  },
  primaryType: 'Delegation',
  message: { delegate, delegator, authority: ROOT, caveats, salt: String(salt) },
})

/** By which the manager knows a permission. */
export const hashDelegation = (delegation: Delegation): Hex => {
  // The chain is no part of it.
  const { types, primaryType, message } = toDelegationTypedData(delegation, 1n)
  return toHex(hashStruct(types, primaryType, message, 1))
}

const toStruct = ({ delegate, delegator, caveats, salt }: Delegation, signature: Hex): AbiArgument => ({
  tuple: [
    BigInt(delegate),
    BigInt(delegator),
    BigInt(ROOT),
    {
      list: caveats.map(({ enforcer, terms }) => ({ tuple: [BigInt(enforcer), fromHex(terms), new Uint8Array()] })),
    },
    salt,
    fromHex(signature),
  ],
})

/** Signs a permission. `context` is what whoever uses it hands to the manager. */
export const signDelegation = (
  delegation: Delegation,
  chainId: bigint,
  sign: Keyring['signEvm'],
): { readonly signature: Hex; readonly context: Hex } => {
  const signature = signDigest(hashTypedData(toDelegationTypedData(delegation, chainId)), sign)
  return { signature, context: writeContext(delegation, signature) }
}

/** What whoever uses a permission hands to the manager. */
export const writeContext = (delegation: Delegation, signature: Hex): Hex =>
  toHex(writeAbi([{ list: [toStruct(delegation, signature)] }]))

/** The data of the account's call of the manager, or of itself, that ends a permission on the chain, for good. */
export const writeRevocation = (delegation: Delegation, signature: Hex): Hex =>
  writeCall(DISABLE, [toStruct(delegation, signature)])
