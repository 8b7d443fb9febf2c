/** Addresses made to be taken for others. Source: SEC-94. */

/** An address that this visitor has reason to know. */
export type KnownAddress = {
  readonly address: string
  /** `own`: of a wallet connected here. `recent`: sent to from here before. `history`: paid before, as the chain says. `contact`: handed in by the site. */
  readonly relation: 'own' | 'recent' | 'history' | 'contact'
  readonly name?: string | undefined
}

/** What an address resembles, and where it differs: positions in its own text, from 0. */
export type Lookalike = { readonly known: KnownAddress; readonly positions: readonly number[] }

/** Characters at each end that people compare. */
const COMPARED = 4

/** How addresses are cut short on screen: characters at the start, `0x` among them, and at the end. */
const SHOWN_START = 4
const SHOWN_END = 6

/**
 * The known address that this one could be taken for, the most alike first; undefined when there is none, and when it is
 * itself known. Addresses of `0x` are compared without case.
 */
export function findLookalike(address: string, known: readonly KnownAddress[]): Lookalike | undefined {
  const text = toComparable(address)
  if (known.some((each) => toComparable(each.address) === text)) return undefined
  const found = known
    .filter((each) => isAlike(text, toComparable(each.address)))
    .map((each) => ({ known: each, positions: listDifferences(text, toComparable(each.address)) }))
  return found.sort((a, b) => a.positions.length - b.positions.length)[0]
}

function isAlike(one: string, other: string): boolean {
  const skip = one.startsWith('0x') && other.startsWith('0x') ? 2 : 0
  const ends = (start: number, end: number): boolean =>
    one.slice(0, start) === other.slice(0, start) && one.slice(-end) === other.slice(-end)
  return ends(skip + COMPARED, COMPARED) || ends(SHOWN_START, SHOWN_END)
}

/** Where two texts differ. Of unequal lengths, the first half is compared from the start and the second from the end. */
function listDifferences(one: string, other: string): readonly number[] {
  const half = Math.ceil(one.length / 2)
  const shift = other.length - one.length
  return [...one].flatMap((character, index) =>
    character === other[index < half ? index : index + shift] ? [] : [index],
  )
}

function toComparable(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address
}
