/** Most characters of a name. Source: SEC-83. */
export const NAME_LENGTH = 64

/** Control, bidirectional, zero-width and other invisible characters, and lone surrogates: nothing that a name needs. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]/gu

/**
 * A name from foreign data, safe to show: NFC, without characters that cannot be seen or that turn the text around,
 * spaces joined and trimmed, at most 64 characters. Empty when nothing is left. Source: SEC-83.
 */
export function cleanText(text: string): string {
  const seen = text.replace(/\s+/gu, ' ').replace(UNSEEN, '').normalize('NFC').replace(/ +/g, ' ').trim()
  return [...seen].slice(0, NAME_LENGTH).join('').trim()
}
