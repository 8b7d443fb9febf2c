/** Signatures of accounts of eip155: ECDSA over secp256k1 of EIP-191 messages. Loaded only when one is checked (14 kB). */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromHex, fromText, joinBytes, toHex } from '../crypto/bytes.ts'

/** The hash that a wallet signs for a text: keccak-256 with EIP-191's prefix. The length counts bytes. */
export function hashMessage(message: string): Uint8Array {
  const bytes = fromText(message)
  return keccak_256(joinBytes(fromText(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** The address whose key signed a hash: 65 bytes, `r`, `s` and 27, 28, 0 or 1. Throws for what is no signature. */
export function recoverAddress(hash: Uint8Array, signature: string): string {
  const bytes = fromHex(signature.replace(/^0x/, ''), 65)
  const last = bytes[64] ?? 0
  const point = secp256k1.Signature.fromBytes(bytes.slice(0, 64), 'compact')
    .addRecoveryBit(last >= 27 ? last - 27 : last)
    .recoverPublicKey(hash)
  return `0x${toHex(keccak_256(point.toBytes(false).slice(1)).slice(12))}`
}

/** The call that asks a contract account about a signature: `isValidSignature(bytes32,bytes)`. Source: EIP-1271. */
export function encodeIsValidSignature(hash: Uint8Array, signature: string): string {
  const bytes = fromHex(signature.replace(/^0x/, ''))
  const word = (value: number): Uint8Array => fromHex(value.toString(16).padStart(64, '0'))
  const padded = joinBytes(bytes, new Uint8Array((32 - (bytes.length % 32)) % 32))
  return `0x1626ba7e${toHex(joinBytes(hash, word(64), word(bytes.length), padded))}`
}
