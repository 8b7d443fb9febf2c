import { sniffContentType } from '../../directory/picture.ts'

/** Kinds of picture that are decoded. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg'

const KINDS = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
} as const

/** What kind of picture bytes are, by their first ones and by nothing else. Null when of none that is decoded. */
export function sniffPicture(bytes: Uint8Array): PictureKind | null {
  const type = sniffContentType(bytes)
  if (type !== null) return KINDS[type]
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  // Source: ISO/IEC 23000-22: a file type box whose brand, or one of whose others, is avif.
  if (/^....ftyp(?:avif|avis|(?:mif1|miaf)[\s\S]{0,40}avif)/s.test(start)) return 'avif'
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!DOCTYPE svg[^>[]{0,300}>\s*)?(?:<!--[\s\S]{0,600}?-->\s*){0,4}<svg[\s>]/.test(
    start,
  )
    ? 'svg'
    : null
}
