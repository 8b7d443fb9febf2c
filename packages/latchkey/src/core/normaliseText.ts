/** Longest name shown, in characters. Source: SEC-83. */
export const NAME_LIMIT = 64

/** Longest description shown, in characters. Source: SEC-83. */
export const DESCRIPTION_LIMIT = 280

/** Line breaks and tabs, which part words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]/g

/** Control, bidi, zero-width and other characters that show nothing, lone surrogates, and the blank Braille pattern. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Text of a stranger (wallet, token, directory, name service) as it may be shown: NFC, nothing unseen in it, one space at
 * most between words, and no longer than `limit` characters. May be empty. Source: SEC-83.
 */
export function normaliseText(text: string, limit: number = NAME_LIMIT): string {
  const seen = text.replace(BREAKS, ' ').replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...seen].slice(0, limit).join('').trim()
}
