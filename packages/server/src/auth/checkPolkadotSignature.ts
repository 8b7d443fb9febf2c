/**
 * Signatures of Substrate accounts: sr25519 (context `substrate`), Ed25519 and ECDSA over BLAKE2b-256, of the text alone or
 * wrapped in `<Bytes>` as extensions sign it, with or without the byte of `MultiSignature` before them. Addresses are SS58.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import type { SignatureClaim } from './signatureClaim.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** Whether the account's key, of whichever kind, signed the text. An account serves every Substrate network with one key. */
export function checkPolkadotSignature({ address, message, signature }: SignatureClaim): boolean {
  const account = readSs58(address)
  const given = readHex(signature)
  if (account === undefined || given === undefined) return false
  const signed = text(message)
  const payloads = [signed, text(`<Bytes>${message}</Bytes>`)]
  return payloads.some((payload) => isSignedBy(account, payload, given))
}

/** The 32 bytes of an SS58 address, or undefined. Source: the SS58 registry of Substrate. */
export function readSs58(address: string): Uint8Array | undefined {
  try {
    const bytes = base58.decode(address)
    const prefixLength = ((bytes[0] ?? 0) & 0b0100_0000) === 0 ? 1 : 2
    if (bytes.length !== prefixLength + 32 + 2) return undefined
    const body = bytes.subarray(0, -2)
    const sum = blake2b(new Uint8Array([...text('SS58PRE'), ...body]), { dkLen: 64 })
    return sum[0] === bytes.at(-2) && sum[1] === bytes.at(-1) ? body.slice(prefixLength) : undefined
  } catch {
    return undefined
  }
}

function isSignedBy(account: Uint8Array, payload: Uint8Array, signature: Uint8Array): boolean {
  const tail = signature.subarray(1)
  switch (signature.length) {
    case 64:
      return isSr25519(account, payload, signature) || isEd25519(account, payload, signature)
    case 65:
      if (signature[0] === 0 && isEd25519(account, payload, tail)) return true
      if (signature[0] === 1 && isSr25519(account, payload, tail)) return true
      return isEcdsa(account, payload, signature)
    case 66:
      return signature[0] === 2 && isEcdsa(account, payload, tail)
    default:
      return false
  }
}

function isSr25519(account: Uint8Array, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verifySr25519(payload, signature, account)
  } catch {
    return false
  }
}

function isEd25519(account: Uint8Array, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, payload, account, { zip215: false })
  } catch {
    return false
  }
}

/** An ECDSA account is the hash of its compressed key. */
function isEcdsa(account: Uint8Array, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    const last = signature[64] ?? 0
    const key = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
      .addRecoveryBit(last >= 27 ? last - 27 : last)
      .recoverPublicKey(blake2b(payload, { dkLen: 32 }))
      .toBytes(true)
    const owner = blake2b(key, { dkLen: 32 })
    return owner.every((byte, index) => byte === account[index])
  } catch {
    return false
  }
}

function readHex(value: string): Uint8Array | undefined {
  try {
    return hex.decode(value.replace(/^0x/, '').toLowerCase())
  } catch {
    return undefined
  }
}
