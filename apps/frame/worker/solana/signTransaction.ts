/** Signs Solana transactions in their own bytes: the signature goes to the place of the account. Source: Solana, "Transactions". */
import { readMessage } from '@latchkey/wire/guard'
import { base58 } from '@scure/base'
import { invalid } from '../../channel/CallError.ts'
import type { Bytes } from '../../keys/bytes.ts'
import type { Keyring } from '../../keys/createKeyring.ts'

const SIGNATURE_LENGTH = 64

/** A transaction that waits for this account's signature. */
export type SolanaTransaction = {
  readonly bytes: Bytes
  /** The part that is signed. */
  readonly message: Bytes
  /** Where this account's signature stands. */
  readonly at: number
  /** Where each signature stands. */
  readonly places: readonly number[]
}

/** Reads one in base58. Throws a `CallError` where it is none, or where it does not ask for this account's signature. */
export const readTransaction = (text: string, account: string): SolanaTransaction => {
  let bytes: Bytes
  try {
    bytes = Uint8Array.from(base58.decode(text))
  } catch {
    throw invalid('The transaction is not base58')
  }
  const read = readMessage(bytes, (key) => base58.encode(key))
  if (!read) throw invalid('That is no Solana transaction')
  const start = bytes.length - read.bytes.length
  // At most 19 signatures fit, so that their number is one byte.
  const count = bytes[0] ?? 0
  if (count !== read.signatureCount || start !== 1 + count * SIGNATURE_LENGTH)
    throw invalid('The transaction has not the signatures it names')
  const index = read.keys.slice(0, count).indexOf(account)
  if (index < 0) throw invalid('The transaction does not ask for the signature of this account')
  const places = Array.from({ length: count }, (_, place) => 1 + place * SIGNATURE_LENGTH)
  return { bytes, message: Uint8Array.from(read.bytes), at: 1 + index * SIGNATURE_LENGTH, places }
}

/** The transaction with this account's signature in it. */
export const signTransaction = ({ bytes, message, at }: SolanaTransaction, sign: Keyring['signSolana']): Bytes => {
  const signed = bytes.slice()
  signed.set(sign(message), at)
  return signed
}

/** Whether every signature that it needs is there. */
export const isWhole = (signed: Bytes, { places }: SolanaTransaction): boolean =>
  places.every((at) => signed.subarray(at, at + SIGNATURE_LENGTH).some((byte) => byte !== 0))

/** Its first signature, which names it on the chain. */
export const nameOf = (signed: Bytes): string => base58.encode(signed.subarray(1, 1 + SIGNATURE_LENGTH))

/**
 * Bytes that somebody asks to sign as a text. What is a transaction, or its message, is none: a signature over it would spend.
 * Throws a `CallError`.
 */
export const readText = (text: string): Bytes => {
  const bytes = Uint8Array.from(base58.decode(text))
  const alone = readMessage(Uint8Array.from([0, ...bytes]), (key) => base58.encode(key))
  if (alone ?? readMessage(bytes, (key) => base58.encode(key))) throw invalid('That is a transaction, not a text')
  return bytes
}
