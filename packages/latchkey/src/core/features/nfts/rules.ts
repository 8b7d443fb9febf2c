import type { Nft, NftPage, NftsState } from './state.ts'

/** Most NFTs kept; who looks for older ones has an explorer. */
export const NFTS_LIMIT = 10_000

/** Digits of a token's id, or of an amount, that are shown in a name or on a tile. */
const SHORT_DIGITS = 8

type Known = Pick<NftsState, 'items' | 'next'>

/**
 * The first page, read anew over what is known: what stood on it and does so no longer has gone. What came before it stays, and so
 * does the way to what is older still.
 */
export function mergeFirst(known: Known, page: NftPage): Known {
  const fresh = new Set(page.items.map(({ id }) => id))
  const items = known.items ?? []
  const last = items.findLastIndex(({ id }) => fresh.has(id))
  if (page.next === undefined || last < 0) return { items: page.items, next: page.next }
  const older = items.slice(last + 1)
  return {
    items: [...page.items, ...older].slice(0, NFTS_LIMIT),
    next: older.length > 0 ? known.next : page.next,
  }
}

/** A further page after what is known. What came again in between keeps its place, with what is newly known of it. */
export function mergeMore(known: Known, page: NftPage): Known {
  const again = mergeAgain(known, page).items ?? []
  const seen = new Set(again.map(({ id }) => id))
  const items = [...again, ...page.items.filter(({ id }) => !seen.has(id))].slice(0, NFTS_LIMIT)
  return { items, next: items.length < NFTS_LIMIT ? page.next : undefined }
}

/** A page that was known, read once more: what is newly known of each stands in its place. */
export function mergeAgain(known: Known, page: Pick<NftPage, 'items'>): Known {
  const fresh = new Map(page.items.map((nft) => [nft.id, nft]))
  return { items: (known.items ?? []).map((nft) => fresh.get(nft.id) ?? nft), next: known.next }
}

/** What an NFT is called: by its name, else by its collection and number. Never empty. */
export function toNftName({
  name,
  collection,
  tokenId,
  standard,
}: Pick<Nft, 'collection' | 'tokenId' | 'standard'> & { readonly name: string | undefined }): string {
  if (name !== undefined) return name
  const number = standard === 'METAPLEX' ? '' : `#${shorten(tokenId)}`
  return [collection, number].filter(Boolean).join(' ') || '?'
}

/** A long number by its ends: an id may have 78 digits. */
export function shorten(digits: string): string {
  return digits.length > SHORT_DIGITS * 1.5
    ? `${digits.slice(0, SHORT_DIGITS / 2)}…${digits.slice(-SHORT_DIGITS / 2)}`
    : digits
}

/** An amount with its groups as a locale has them, in the digits that all numbers have here; on a tile more than a million is "999,999+". */
export function formatCount(quantity: string, locale: string, { isShort = false } = {}): string {
  const count = BigInt(quantity)
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  return isShort && count > 999_999n ? `${format.format(999_999)}+` : format.format(count)
}

/** How whole what is known is: all of it, some of it, or nothing that could be read. */
export function toWholeness({
  unavailable = [],
  incomplete = [],
}: Pick<NftsState, 'unavailable' | 'incomplete'>): 'whole' | 'partial' | 'unavailable' {
  return unavailable.length > 0 ? 'unavailable' : incomplete.length > 0 ? 'partial' : 'whole'
}
