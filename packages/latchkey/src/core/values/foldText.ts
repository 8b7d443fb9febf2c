/**
 * A text as it is searched: case, accents and the width of letters make no difference. The language of the browser makes none
 * either: in Turkish the small form of I is another letter, and names of networks and tokens are not Turkish.
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
