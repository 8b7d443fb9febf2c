/** Several chains' pages as one, newest first. */

/** One chain's page, newest first. */
export type ChainPage<Item> = {
  readonly chainId: string
  readonly items: readonly { readonly at: number; readonly position: string; readonly item: Item }[]
  /** What asks for more of this chain; undefined when there is none. */
  readonly next: string | undefined
}

/** Where each chain goes on: `null` where it is over. */
export type Positions = Readonly<Record<string, string | null>>

/**
 * Takes at most `limit` items, newest first, each chain's in its own order, and says where each chain goes on: after what
 * was taken of it, so that nothing is left out and nothing comes twice. It stops where a chain that gave items has no more of them
 * here but goes on, because its next one may be newer than the others'. A chain that gave none holds nobody up.
 */
export function mergePages<Item>(
  pages: readonly ChainPage<Item>[],
  limit: number,
): { readonly items: readonly Item[]; readonly positions: Positions } {
  const taken = pages.map(() => 0)
  const items: Item[] = []
  while (items.length < limit) {
    let newest: number | undefined
    for (const [index, page] of pages.entries()) {
      const head = page.items[taken[index] ?? 0]
      if (head === undefined) continue
      const best = newest === undefined ? undefined : pages[newest]?.items[taken[newest] ?? 0]
      if (best === undefined || head.at > best.at) newest = index
    }
    const head = newest === undefined ? undefined : pages[newest]?.items[taken[newest] ?? 0]
    if (newest === undefined || head === undefined) break
    items.push(head.item)
    taken[newest] = (taken[newest] ?? 0) + 1
    const page = pages[newest]
    if (page !== undefined && taken[newest] === page.items.length && page.next !== undefined) break
  }
  const positions = pages.map((page, index): [string, string | null | undefined] => {
    const count = taken[index] ?? 0
    if (count === page.items.length) return [page.chainId, page.next ?? null]
    return [page.chainId, count === 0 ? undefined : (page.items[count - 1]?.position ?? null)]
  })
  // A chain of which nothing was taken stays where it was: the caller knows where that is.
  return {
    items,
    positions: Object.fromEntries(positions.filter((each): each is [string, string | null] => each[1] !== undefined)),
  }
}
