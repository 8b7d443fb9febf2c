/**
 * Gives an account its code, or takes it away, and nothing else: an authorization names the account's chain and the account's next number,
 * so that it holds once and there alone (SEC-54). Source: EIP-7702.
 */
import type { Hex } from '@latchkey/wire/guard'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { EvmTransactionToSign } from '../../../approve/types.ts'
import type { Keyring } from '../../../keys/createKeyring.ts'
import { fromHex, toHex } from '../hex.ts'
import { toRlpNumber, writeRlp } from '../rlp.ts'
import { DELEGATOR } from './contracts.ts'

/** The account's word that it wants this code. */
export type Authorization = {
  readonly chainId: bigint
  /** `DELEGATOR`, or nobody's address where the code is taken away. */
  readonly address: Hex
  readonly nonce: bigint
  readonly yParity: 0 | 1
  readonly r: Hex
  readonly s: Hex
}

const MAGIC = Uint8Array.of(5)
const SET_CODE = Uint8Array.of(4)
const NOBODY: Hex = `0x${'00'.repeat(20)}`

const halves = (signature: Uint8Array) => ({ r: toHex(signature.subarray(0, 32)), s: toHex(signature.subarray(32)) })

/**
 * `nonce`: the account's own at the moment when it is carried out. In a transaction of the account itself that is one more than the
 * transaction's. Throws a `RangeError` for chain 0, which would stand for every chain.
 */
export const signAuthorization = (
  { chainId, nonce, isEnabled }: { readonly chainId: bigint; readonly nonce: bigint; readonly isEnabled: boolean },
  sign: Keyring['signEvm'],
): Authorization => {
  if (chainId <= 0n) throw new RangeError('an authorization is for one chain')
  const address = isEnabled ? DELEGATOR : NOBODY
  const fields = writeRlp([toRlpNumber(chainId), fromHex(address), toRlpNumber(nonce)])
  const { signature, yParity } = sign(Uint8Array.from(keccak_256(concatBytes(MAGIC, fields))))
  return { chainId, address, nonce, yParity, ...halves(signature) }
}

/** An authorization as bundlers take it with a user operation (ERC-7769). */
export const toBundlerAuthorization = (authorization: Authorization): Readonly<Record<string, Hex>> => {
  const { address, chainId, nonce, r, s, yParity } = authorization
  const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
  return { address, chainId: quantity(chainId), nonce: quantity(nonce), r, s, yParity: quantity(BigInt(yParity)) }
}

const toRlpHalf = (half: Hex) => toRlpNumber(BigInt(half))

/** A transaction that carries an authorization (type 4), as it is sent, and its hash. `to` must be there. */
export const signSetCodeTransaction = (
  transaction: EvmTransactionToSign & { readonly to: Hex },
  authorization: Authorization,
  sign: Keyring['signEvm'],
): { readonly raw: Hex; readonly hash: Hex } => {
  const { nonce, gas, value, data, to, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const { address, r, s, yParity } = authorization
  const fields = [
    toRlpNumber(authorization.chainId),
    toRlpNumber(nonce),
    toRlpNumber(maxPriorityFeePerGas),
    toRlpNumber(maxFeePerGas),
    toRlpNumber(gas),
    fromHex(to),
    toRlpNumber(value),
    fromHex(data),
    [],
    [
      [
        toRlpNumber(authorization.chainId),
        fromHex(address),
        toRlpNumber(authorization.nonce),
        toRlpNumber(BigInt(yParity)),
        toRlpHalf(r),
        toRlpHalf(s),
      ],
    ],
  ]
  const signed = sign(Uint8Array.from(keccak_256(concatBytes(SET_CODE, writeRlp(fields)))))
  const own = halves(signed.signature)
  const end = [toRlpNumber(BigInt(signed.yParity)), toRlpHalf(own.r), toRlpHalf(own.s)]
  const raw = concatBytes(SET_CODE, writeRlp([...fields, ...end]))
  return { raw: toHex(raw), hash: toHex(keccak_256(raw)) }
}
