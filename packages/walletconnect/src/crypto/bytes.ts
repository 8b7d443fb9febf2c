/** Texts and bytes. Base64 is RFC 4648: sections 4 (with padding) and 5 (url alphabet, without). */
import { EngineError } from '../errors.ts'

/** Bytes as lower-case hex. Joined at once, because V8 keeps a text that was added up as a tree of its parts. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

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
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  const coded = btoa(text)
  return encoding === 'base64' ? coded : coded.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
}

/** Bytes of base64 in either alphabet, with or without padding. Throws `MISSING_OR_INVALID`. */
export function fromBase64(text: string): Uint8Array {
  const bare = text.replace(/=+$/, '')
  if (/[^\w+/-]/.test(bare) || bare.length % 4 === 1) throw new EngineError('MISSING_OR_INVALID', 'base64')
  const decoded = atob(bare.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(decoded.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = decoded.charCodeAt(index)
  return bytes
}
