/** Signs a transaction with a base fee (type 2). Source: EIP-1559, EIP-2718. */

import type { Hex } from '@latchkey/wire/guard'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { EvmTransactionToSign } from '../../approve/types.ts'
import type { Keyring } from '../../keys/createKeyring.ts'
import { fromHex, toHex } from './hex.ts'
import { toRlpNumber, writeRlp } from './rlp.ts'

const TYPE = Uint8Array.of(2)

/** The transaction as it is sent, and its hash. */
export const signTransaction = (
  transaction: EvmTransactionToSign,
  chainId: bigint,
  sign: Keyring['signEvm'],
): { readonly raw: Hex; readonly hash: Hex } => {
  const { nonce, gas, value, data, to, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const fields = [
    toRlpNumber(chainId),
    toRlpNumber(nonce),
    toRlpNumber(maxPriorityFeePerGas),
    toRlpNumber(maxFeePerGas),
    toRlpNumber(gas),
    to === undefined ? new Uint8Array() : fromHex(to),
    toRlpNumber(value),
    fromHex(data),
    // No list of storage that is touched: it only changes what gas costs.
    [],
  ]
  const digest = Uint8Array.from(keccak_256(concatBytes(TYPE, writeRlp(fields))))
  const { signature, yParity } = sign(digest)
  const half = (start: number) => toRlpNumber(BigInt(toHex(signature.subarray(start, start + 32))))
  const raw = concatBytes(TYPE, writeRlp([...fields, toRlpNumber(BigInt(yParity)), half(0), half(32)]))
  return { raw: toHex(raw), hash: toHex(keccak_256(raw)) }
}

/** A signature over a digest as wallets answer it: r, s and 27 or 28. */
export const signDigest = (digest: Uint8Array, sign: Keyring['signEvm']): Hex => {
  const { signature, yParity } = sign(Uint8Array.from(digest))
  return toHex(concatBytes(signature, Uint8Array.of(27 + yParity)))
}

/** What `personal_sign` signs. Source: EIP-191, version 0x45. */
export const hashPersonalMessage = (message: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`), message))
