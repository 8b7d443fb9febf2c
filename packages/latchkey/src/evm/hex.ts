/** Hexadecimal as Ethereum's JSON-RPC writes it. Source: EIP-1474, "Quantity" and "Data". */

export type Hex = `0x${string}`

/** A number as a quantity: lower case, no leading zeros, `0x0` for none. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Reads a quantity; undefined when it is none. Leading zeros are accepted, since some nodes send them. */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** Bytes as data: two digits a byte, `0x` for none. */
export function bytesToHex(bytes: Uint8Array): Hex {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return `0x${hex}`
}

/** The UTF-8 bytes of a text as data. A text that looks like hexadecimal is still a text. */
export function utf8ToHex(text: string): Hex {
  return bytesToHex(new TextEncoder().encode(text))
}

/** Whether a value is data: `0x` and whole bytes. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}
