/** Texts and bytes. Base64 is RFC 4648: sections 4 (with padding) and 5 (url alphabet, without). */
import { EngineError } from '../errors.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16)
  return text
}

/** Bytes of hex, of one length if named. Throws `MISSING_OR_INVALID` without the text, which may be a key. */
export function fromHex(text: string, length?: number): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text) || (length !== undefined && text.length !== length * 2)) {
    throw new EngineError('MISSING_OR_INVALID', length === undefined ? 'hex' : `hex of ${length} bytes`)
  }
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** UTF-8 bytes of a text. */
export const fromText = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Text of UTF-8 bytes. Throws `MISSING_OR_INVALID`. */
export function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new EngineError('MISSING_OR_INVALID', 'UTF-8 text')
  }
}

/** Several runs of bytes as one. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** How bytes are written: `base64` with padding, `base64url` without. */
export type Encoding = 'base64' | 'base64url'

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array, encoding: Encoding = 'base64'): string {
  const signs = fromText(`${ALPHABET}${encoding === 'base64' ? '+/' : '-_'}`)
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(61)
  let end = 0
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    text[end++] = signs[first >> 2] ?? 0
    text[end++] = signs[((first & 3) << 4) | ((second ?? 0) >> 4)] ?? 0
    if (second !== undefined) text[end++] = signs[((second & 15) << 2) | ((third ?? 0) >> 6)] ?? 0
    if (third !== undefined) text[end++] = signs[third & 63] ?? 0
  }
  return toText(encoding === 'base64' ? text : text.subarray(0, end))
}

/** Bytes of base64 in either alphabet, with or without padding. Throws `MISSING_OR_INVALID`. */
export function fromBase64(text: string): Uint8Array {
  const bare = text.replace(/=+$/, '')
  if (/[^\w+/-]/.test(bare) || bare.length % 4 === 1) throw new EngineError('MISSING_OR_INVALID', 'base64')
  const values = new Uint8Array(128)
  for (const [value, sign] of fromText(`${ALPHABET}+/`).entries()) values[sign] = value
  values[45] = 62
  values[95] = 63
  const bytes = new Uint8Array(Math.floor((bare.length * 3) / 4))
  let end = 0
  let held = 0
  for (let index = 0; index < bare.length; index++) {
    held = ((held << 6) | (values[bare.charCodeAt(index)] ?? 0)) & 0xffffff
    const left = index & 3
    if (left > 0) bytes[end++] = (held >> (6 - left * 2)) & 255
  }
  return bytes
}
