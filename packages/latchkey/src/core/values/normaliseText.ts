/** Longest name shown, in characters. Source: SEC-83. */
export const NAME_LIMIT = 64

/** Longest description shown, in characters. Source: SEC-83. */
export const DESCRIPTION_LIMIT = 280

/** Line breaks and tabs, which part words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]/g

/**
 * Control, bidi, zero-width and other characters that show nothing, lone surrogates, and the blank Braille pattern. An emoji
 * matches as the group, with the selector and the joiner that make one picture of it and the next.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d(?=\p{Extended_Pictographic}))?)|[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** What is left at the end where the limit parts an emoji. */
const JOINER = /\u200d$/

/**
 * Text that is not ours (of a wallet, token, directory or name service) as it may be shown: NFC, nothing unseen in it but what holds an emoji together, one space at
 * most between words, and no longer than `limit` characters. May be empty. Source: SEC-83.
 */
export function normaliseText(text: string, limit: number = NAME_LIMIT): string {
  const seen = text.replace(BREAKS, ' ').replace(UNSEEN, '$1').normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...seen].slice(0, limit).join('').replace(JOINER, '').trim()
}
