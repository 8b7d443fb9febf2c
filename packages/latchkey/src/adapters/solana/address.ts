import { fromBase58 } from '../../core/values/base58.ts'

/** Bytes of an address; undefined for a text that is none. */
export function parseAddress(text: unknown): Uint8Array | undefined {
  // 32 bytes are 32 to 44 letters; the check spares long texts, whose decoding takes long.
  if (typeof text !== 'string' || text.length < 32 || text.length > 44) return undefined
  const bytes = fromBase58(text)
  return bytes?.length === 32 ? bytes : undefined
}

/** Bytes one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
