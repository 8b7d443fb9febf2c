/** Keys and texts of Solana with what Node has, so that this package needs no library for them. */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { fromBase58, toBase58 } from '../../../latchkey/src/core/values/base58.ts'

/** A key that signs. */
export type SolanaKey = {
  /** Base58. */
  readonly address: string
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** What stands before the 32 bytes of a seed. Source: RFC 8410. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key of a seed of 32 bytes, or a new random one. */
export function createSolanaKey(seed: Uint8Array = randomBytes(32)): SolanaKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    address: toBase58(Buffer.from(x, 'base64url')),
    sign: (message) => sign(null, message, key),
  }
}

export const encode58 = toBase58

/** Throws for a text that is no base58. */
export function decode58(text: string): Uint8Array {
  const bytes = fromBase58(text)
  if (bytes === undefined) throw new Error(`${text} is no base58`)
  return bytes
}

export const encode64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const decode64 = (text: string): Uint8Array => Buffer.from(text, 'base64')
