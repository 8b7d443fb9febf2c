/** A sentence as the large line of a view: headlines have no full stop. */
export function toHeadline(sentence: string): string {
  return sentence.replace(/[.。।]$/, '')
}
