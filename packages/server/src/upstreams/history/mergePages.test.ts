import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePages } from './mergePages.ts'

type Entry = { at: number; position: string; item: string }

/** Chains of a few entries each, newest first, some at the same time. */
const chains = fc
  .array(fc.array(fc.nat(30), { maxLength: 20 }), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map((times, chain) =>
      [...times]
        .sort((a, b) => b - a)
        .map((at, index): Entry => ({ at, position: String(index + 1), item: `${chain}.${index}` })),
    ),
  )

/** Reads a chain from a position, some entries at a time, as an upstream does. */
function pageOf(entries: readonly Entry[], from: string, size: number) {
  const start = Number(from)
  const items = entries.slice(start, start + size)
  return { items, next: start + size < entries.length ? String(start + size) : undefined }
}

test('pages read one after the other hold every entry once, each chain’s in its own order, and never end early', () => {
  fc.assert(
    fc.property(chains, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), (all, size, limit) => {
      let open: Record<string, string | null> = Object.fromEntries(all.map((_entries, index) => [String(index), '0']))
      const seen: string[] = []
      for (let pages = 0; Object.values(open).some((each) => each !== null); pages += 1) {
        expect(pages).toBeLessThan(100)
        const asked = Object.entries(open).filter((each): each is [string, string] => each[1] !== null)
        const { items, positions } = mergePages(
          asked.map(([chainId, from]) => ({ chainId, ...pageOf(all[Number(chainId)] ?? [], from, size) })),
          limit,
        )
        expect(items.length).toBeLessThanOrEqual(limit)
        seen.push(...items)
        open = { ...open, ...positions }
      }
      expect([...seen].sort()).toEqual(all.flatMap((entries) => entries.map(({ item }) => item)).sort())
      for (const [chain, entries] of all.entries()) {
        expect(seen.filter((item) => item.startsWith(`${chain}.`))).toEqual(entries.map(({ item }) => item))
      }
    }),
  )
})

test('where every chain gives full pages, pages read one after the other are newest first throughout', () => {
  fc.assert(
    fc.property(chains, fc.integer({ min: 1, max: 7 }), (all, size) => {
      const at = new Map(all.flat().map((entry) => [entry.item, entry.at]))
      let open: Record<string, string | null> = Object.fromEntries(all.map((_entries, index) => [String(index), '0']))
      const seen: number[] = []
      while (Object.values(open).some((each) => each !== null)) {
        const asked = Object.entries(open).filter((each): each is [string, string] => each[1] !== null)
        const merged = mergePages(
          asked.map(([chainId, from]) => ({ chainId, ...pageOf(all[Number(chainId)] ?? [], from, size) })),
          size,
        )
        seen.push(...merged.items.map((item) => at.get(item) ?? 0))
        open = { ...open, ...merged.positions }
      }
      expect(seen).toEqual([...seen].sort((a, b) => b - a))
    }),
  )
})

test('a chain that found nothing yet holds nobody up, and goes on where it is', () => {
  const entry = { at: 5, position: 'p', item: 'only' }
  expect(
    mergePages(
      [
        { chainId: 'slow', items: [], next: 'further' },
        { chainId: 'quick', items: [entry], next: undefined },
      ],
      25,
    ),
  ).toEqual({ items: ['only'], positions: { slow: 'further', quick: null } })
})
