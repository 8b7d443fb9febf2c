import { createHash } from 'node:crypto'
import type { Picture } from './record.ts'

/** Most bytes of a picture given as a data URI. Source: SEC-84. */
const DATA_URI_BYTES = 64 * 1024

/** Kinds of picture that are served. Source: SEC-84. */
const CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const

/** Bytes and type with their entity tag. */
export function createPicture(bytes: Uint8Array<ArrayBuffer>, contentType: string): Picture {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { bytes, contentType, etag }
}

/** The picture of a base64 data URI, or null when it is of no served kind, says one kind and is another, or is over 64 KiB. */
export function parseDataUri(uri: string): Picture | null {
  const match = /^data:([a-z/+]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri)
  const [, claimed, content] = match ?? []
  if (claimed === undefined || content === undefined) return null
  const bytes = Uint8Array.from(Buffer.from(content, 'base64'))
  if (bytes.length > DATA_URI_BYTES || sniffContentType(bytes) !== claimed) return null
  return createPicture(bytes, claimed)
}

/** What kind of picture bytes are, by their first ones. Null when of none that is served. Source: WHATWG MIME Sniffing 6.1. */
export function sniffContentType(bytes: Uint8Array): (typeof CONTENT_TYPES)[number] | null {
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('RIFF') && start.slice(8, 14) === 'WEBPVP') return 'image/webp'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  return /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?<svg[\s>]/.test(start) ? 'image/svg+xml' : null
}
