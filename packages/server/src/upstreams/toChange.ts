/** A price that is a thousand times what it was a day ago is a mistake of the source. */
const MOST_CHANGE = 1_000

/** What a price has gained, as a part of what it was, by what a source tells; nothing where that can be none. */
export function toChange(part: unknown): { readonly change?: number } {
  return typeof part === 'number' && Number.isFinite(part) && part > -1 && part <= MOST_CHANGE ? { change: part } : {}
}
