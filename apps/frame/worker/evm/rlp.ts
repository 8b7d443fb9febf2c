/** Recursive length prefixes, as transactions are written. Source: Ethereum yellow paper, appendix B. */
import { concatBytes } from '@noble/hashes/utils.js'

/** Bytes, or a list of such. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** A number without leading zeros; zero is no byte at all. */
export const toRlpNumber = (value: bigint): Uint8Array => {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  const even = digits.padStart(digits.length + (digits.length % 2), '0')
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const writePrefix = (length: number, offset: number): Uint8Array => {
  if (length < 56) return Uint8Array.of(offset + length)
  const size = toRlpNumber(BigInt(length))
  return concatBytes(Uint8Array.of(offset + 55 + size.length), size)
}

export const writeRlp = (item: RlpItem): Uint8Array => {
  if (item instanceof Uint8Array) {
    const [only] = item
    if (item.length === 1 && only !== undefined && only < 0x80) return item
    return concatBytes(writePrefix(item.length, 0x80), item)
  }
  const parts = concatBytes(...item.map(writeRlp))
  return concatBytes(writePrefix(parts.length, 0xc0), parts)
}
