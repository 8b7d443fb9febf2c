/** Kinds of raster picture that are passed on. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** What kind of picture some bytes are, told by their first bytes and never by a header; undefined for anything else. */
export function sniffPicture(bytes: Uint8Array): PictureType | undefined {
  const starts = (text: string, at = 0) =>
    [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  return undefined
}
