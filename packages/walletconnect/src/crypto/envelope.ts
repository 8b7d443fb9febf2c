/**
 * Envelopes of peer messages: ChaCha20-Poly1305 (RFC 8439) with a 96-bit random nonce and no associated data.
 * Source: WalletConnect specification, Crypto. Errors never hold keys or contents (SEC-88).
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { EngineError } from '../errors.ts'
import type { Random } from '../ports.ts'
import { type Encoding, fromBase64, fromHex, fromText, joinBytes, toBase64, toHex, toText } from './bytes.ts'
import { sha256Hex } from './hashes.ts'

const NONCE_LENGTH = 12
const TAG_LENGTH = 16
const KEY_LENGTH = 32

/**
 * An envelope that was read, not opened yet. Type 0 is for whoever holds the topic's key, type 1 names its sender, type 2 is
 * plain text and belongs in link mode alone.
 */
export type Envelope =
  | { readonly type: 0; readonly nonce: Uint8Array; readonly sealed: Uint8Array }
  | { readonly type: 1; readonly senderPublicKey: string; readonly nonce: Uint8Array; readonly sealed: Uint8Array }
  | { readonly type: 2; readonly message: string }

/** Takes an envelope's text apart. An unknown type counts as 0, as among the peers. Throws `MISSING_OR_INVALID`. */
export function readEnvelope(text: string): Envelope {
  const bytes = fromBase64(text)
  if (bytes[0] === 2) return { type: 2, message: toText(bytes.subarray(1)) }
  const nonceAt = bytes[0] === 1 ? 1 + KEY_LENGTH : 1
  const sealedAt = nonceAt + NONCE_LENGTH
  if (bytes.length < sealedAt + TAG_LENGTH) throw new EngineError('MISSING_OR_INVALID', 'envelope')
  const inside = { nonce: bytes.subarray(nonceAt, sealedAt), sealed: bytes.subarray(sealedAt) }
  return bytes[0] === 1
    ? { type: 1, senderPublicKey: toHex(bytes.subarray(1, nonceAt)), ...inside }
    : { type: 0, ...inside }
}

/**
 * What tells an envelope from every other one under its key, however its bytes were written as text: nonce and tag, hex. Only
 * who holds the key could make two with the same. Of an open envelope, the SHA-256 of its message.
 */
export async function fingerprintOf(envelope: Envelope): Promise<string> {
  if (envelope.type === 2) return sha256Hex(envelope.message)
  return toHex(envelope.nonce) + toHex(envelope.sealed.subarray(-TAG_LENGTH))
}

/** The text inside an envelope. Throws `MISSING_OR_INVALID` when the key does not fit or the envelope was changed. */
export function openEnvelope(envelope: Exclude<Envelope, { type: 2 }>, symKey: string): string {
  const key = fromHex(symKey, KEY_LENGTH)
  let opened: Uint8Array
  try {
    opened = chacha20poly1305(key, envelope.nonce).decrypt(envelope.sealed)
  } catch {
    throw new EngineError('MISSING_OR_INVALID', 'envelope: it does not open with this key')
  }
  return toText(opened)
}

/** What is put into an envelope, and how. */
export type SealEnvelope = {
  readonly message: string
  /** Default: 0. */
  readonly type?: 0 | 1 | undefined
  readonly symKey: string
  /** For type 1. */
  readonly senderPublicKey?: string | undefined
  readonly random: Random
  /** Default: `base64`, as on the relay. Link mode takes `base64url`. */
  readonly encoding?: Encoding | undefined
}

/** The text of a sealed envelope. Throws `MISSING_OR_INVALID` for keys of a wrong length. */
export function sealEnvelope(parameters: SealEnvelope): string {
  const { message, type = 0, symKey, senderPublicKey, random, encoding } = parameters
  if (type === 1 && !senderPublicKey) {
    throw new EngineError('MISSING_OR_INVALID', '', { message: 'Missing sender public key for type 1 envelope' })
  }
  const nonce = random.bytes(NONCE_LENGTH)
  const sealed = chacha20poly1305(fromHex(symKey, KEY_LENGTH), nonce).encrypt(fromText(message))
  const sender = type === 1 ? fromHex(senderPublicKey ?? '', KEY_LENGTH) : new Uint8Array()
  return toBase64(joinBytes(Uint8Array.of(type), sender, nonce, sealed), encoding)
}

/** The text of an open envelope, type 2: for link mode alone. */
export function wrapPlainEnvelope(message: string, encoding: Encoding = 'base64url'): string {
  return toBase64(joinBytes(Uint8Array.of(2), fromText(message)), encoding)
}
