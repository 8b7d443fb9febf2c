/** Text that somebody is asked to sign, with everything in it that shows nothing, or shows it elsewhere, written out. Source: SEC-48. */

/**
 * Control, bidi, zero-width and other characters that show nothing, lone surrogates, and the blank Braille pattern. An emoji matches
 * as the group, with the selector and the joiner that make one picture of it and the next. Line breaks and tabs are seen.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d(?=\p{Extended_Pictographic}))?|\r?\n|\t)|[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu

/** So many empty lines or blanks in a row push what follows them out of sight. */
const GAPS = /(?:\r?\n[ \t]*){5,}|[^\S\r\n]{17,}/gu

/** A text as it may be shown, and whether anything in it had to be written out. */
export type ShownText = { readonly text: string; readonly hides: boolean }

/** Writes out what is not seen: `⟨U+202E⟩` for one character, `⟨U+000A ×12⟩` for a gap. */
export function showHidden(text: string): ShownText {
  const shown = text
    .replace(GAPS, (gap) => {
      const isLines = gap.includes('\n')
      const count = isLines ? gap.split('\n').length - 1 : gap.length
      return `${toMark(gap.replace('\r', ''), count)}${isLines ? '\n' : ''}`
    })
    .replace(UNSEEN, (match, seen: string | undefined) => seen ?? toMark(match))
  return { text: shown, hides: shown !== text }
}

function toMark(character: string, count = 1): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟨U+${code}${count > 1 ? ` ×${count}` : ''}⟩`
}
