import { encode58 } from './values.ts'

/** A transaction as it came, with what a node reads of it before it runs. */
export type ReadTransaction = {
  readonly bytes: Uint8Array
  readonly isLegacy: boolean
  /** Base58, of the first signer. */
  readonly signature: string
  readonly blockhash: string
  /** Accounts that the message names itself; what tables name is not looked up. */
  readonly keys: readonly string[]
}

/** Takes a transaction apart; undefined for bytes that are none. Source: Solana, "Transactions". */
export function readTransaction(bytes: Uint8Array): ReadTransaction | undefined {
  const count = readLength(bytes, 0)
  if (!count || count.value === 0) return undefined
  const messageAt = count.end + count.value * 64
  const isLegacy = (bytes[messageAt] ?? 0) < 128
  const keyCount = readLength(bytes, messageAt + (isLegacy ? 3 : 4))
  if (!keyCount) return undefined
  const hashAt = keyCount.end + keyCount.value * 32
  if (hashAt + 32 > bytes.length) return undefined
  const read = (at: number, length: number) => encode58(bytes.subarray(at, at + length))
  return {
    bytes,
    isLegacy,
    signature: read(count.end, 64),
    blockhash: read(hashAt, 32),
    keys: Array.from({ length: keyCount.value }, (_, index) => read(keyCount.end + index * 32, 32)),
  }
}

/** A length as compact-u16: seven bits a byte, the lowest first. */
function readLength(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    value |= (byte & 127) << (7 * index)
    if (byte < 128) return { value, end: start + index + 1 }
  }
  return undefined
}
