/** Most characters of a name. Source: SEC-83. */
export const NAME_LENGTH = 64

/**
 * Control, bidirectional, zero-width and other invisible characters, and lone surrogates: nothing that a name needs. An emoji
 * matches as the group, with the selector and the joiner that make one picture of it and the next.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d(?=\p{Extended_Pictographic}))?)|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]/gu

/**
 * A name from foreign data, safe to show: NFC, without characters that cannot be seen or that turn the text around,
 * spaces joined and trimmed, at most 64 characters unless told otherwise. Empty when nothing is left. Source: SEC-83.
 */
export function cleanText(text: string, length = NAME_LENGTH): string {
  const seen = text.replace(/\s+/gu, ' ').replace(UNSEEN, '$1').normalize('NFC').replace(/ +/g, ' ').trim()
  return [...seen]
    .slice(0, length)
    .join('')
    .replace(/\u200d$/, '')
    .trim()
}
