/**
 * An address as it was typed, without spaces around it, and with the plain letters and signs where an input method wrote them as
 * wide as ideographs.
 */
export function tidyEmail(typed: string): string {
  return typed.normalize('NFKC').replaceAll('。', '.').trim()
}
