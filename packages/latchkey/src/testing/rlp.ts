/** Recursive-length prefix encoding. Source: Ethereum yellow paper, appendix B. */

/** Bytes, or a list of what can be encoded. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** An item in its one canonical encoding. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [only] = item
    if (item.length === 1 && only !== undefined && only < 0x80) return item
    return concatBytes([encodeLength(item.length, 0x80), item])
  }
  const body = concatBytes(item.map(encodeRlp))
  return concatBytes([encodeLength(body.length, 0xc0), body])
}

/** An unsigned integer in as few bytes as it takes; none for zero. */
export function toRlpInteger(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  const even = digits.length % 2 ? `0${digits}` : digits
  return Uint8Array.from(even.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** One array after the other. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

function encodeLength(length: number, offset: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const size = toRlpInteger(BigInt(length))
  return concatBytes([Uint8Array.of(offset + 55 + size.length), size])
}
