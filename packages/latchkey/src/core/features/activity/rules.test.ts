import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HISTORY, makeHistoryItem, makeTransfer } from '../../../../../testing/src/activities.ts'
import { toPage } from './readHistory.ts'
import {
  fitsFilter,
  groupByMonth,
  isHidden,
  listMain,
  listPaid,
  mergeFirst,
  mergeMore,
  SORTS,
  sortNewest,
  toKind,
  toSort,
  toWholeness,
  withSent,
} from './rules.ts'
import type { Activity, ActivityPage } from './state.ts'

const PAGE_OF = { options: { gatewayUrl: 'https://gateway.test', projectId: undefined } } as never
const read = (data: readonly ReturnType<typeof makeHistoryItem>[], next: string | null = null): ActivityPage =>
  toPage(PAGE_OF, { data: [...data], next, sources: [] }, 'eip155:1')

const entry = (id: string, at: number, status: Activity['status'] = 'confirmed'): Activity => ({
  ...(read([makeHistoryItem(1)]).items[0] as Activity),
  id,
  hash: id,
  at,
  status,
})
const page = (items: readonly Activity[], next?: string): ActivityPage => ({ items, next, sources: [] })
const ids = (items: readonly Activity[] | undefined): string[] => (items ?? []).map(({ id }) => id)

test('a transaction that the chain undid within the first page is gone, and older ones stay', () => {
  const known = { items: [entry('undone', 9), entry('kept', 8), entry('old', 1)], next: 'deep' }
  const merged = mergeFirst(known, page([entry('kept', 8), entry('other', 7)], 'second'))
  expect([ids(merged.items), merged.next]).toEqual([['kept', 'other', 'old'], 'deep'])
})

test('a first page that is all there is replaces what was known', () => {
  expect(mergeFirst({ items: [entry('a', 1)], next: 'x' }, page([entry('b', 2)]))).toEqual({
    items: [entry('b', 2)],
    next: undefined,
  })
})

test('what comes again on a later page is there once, as the later answer has it', () => {
  const merged = mergeMore({ items: [entry('a', 3, 'pending')], next: 'x' }, page([entry('a', 3), entry('b', 2)], 'y'))
  expect(merged.items?.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'confirmed'],
    ['b', 'confirmed'],
  ])
  expect(merged.next).toBe('y')
})

const anyEntries = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000 })), { maxLength: 60 })
  .map((pairs) => sortNewest(pairs.map(([id, at]) => entry(`${id}`, at))))

test('merging pages in any cut keeps every entry once, newest first', () => {
  fc.assert(
    fc.property(anyEntries, fc.integer({ min: 1, max: 9 }), (all, size) => {
      let known: Parameters<typeof mergeFirst>[0] = {}
      for (let from = 0; from === 0 || from < all.length; from += size) {
        const next = from + size < all.length ? `${from + size}` : undefined
        const one = page(all.slice(from, from + size), next)
        known = from === 0 ? mergeFirst(known, one) : mergeMore(known, one)
      }
      expect(ids(known.items)).toEqual(ids(all))
    }),
    { numRuns: 60 },
  )
})

test('reading the first page again changes nothing, and never the order', () => {
  fc.assert(
    fc.property(anyEntries, fc.integer({ min: 1, max: 9 }), (all, size) => {
      const first = page(all.slice(0, size), all.length > size ? 'x' : undefined)
      const once = mergeMore(mergeFirst({}, first), page(all.slice(size)))
      const again = mergeFirst(once, first)
      const kept = new Set(ids(again.items))
      expect(ids(once.items).filter((id) => kept.has(id))).toEqual(ids(again.items))
      if (first.next !== undefined) expect(ids(again.items)).toEqual(ids(once.items))
    }),
    { numRuns: 60 },
  )
})

test('whatever was known, a first page read anew stands whole, once and in order, and nothing newer than its end stays beside it', () => {
  fc.assert(
    fc.property(anyEntries, anyEntries, fc.boolean(), (known, fresh, isLast) => {
      const merged = mergeFirst({ items: known, next: 'deep' }, page(fresh, isLast ? undefined : 'second'))
      const found = ids(merged.items)
      expect(new Set(found).size).toBe(found.length)
      expect(merged.items).toEqual(sortNewest(merged.items ?? []))
      expect(found).toEqual(expect.arrayContaining(ids(fresh)))
      const end = fresh.at(-1)?.at
      const others = (merged.items ?? []).filter(({ id }) => !ids(fresh).includes(id))
      if (isLast || end === undefined) expect(others).toEqual([])
      else expect(others.every(({ at }) => at <= end)).toBe(true)
    }),
  )
})

test('every entry is of one sort, and who looks for one direction sees what moved that way', () => {
  const of = (operation: string, transfers: Activity['transfers']): Activity => ({
    ...entry('a', 1),
    operation,
    transfers,
  })
  const [coin] = read([makeHistoryItem(1, {}, [makeTransfer('ETH', '1', 'out')])]).items[0]?.transfers ?? []
  if (!coin) throw new Error('No transfer')
  const got = { ...coin, direction: 'in' } as const
  expect(toSort(of('send', [coin]))).toBe('payments')
  expect(toSort(of('receive', [{ ...got, isNft: true }]))).toBe('nfts')
  expect(toSort(of('approve', []))).toBe('approvals')
  expect(toSort(of('deposit', [coin]))).toBe('swaps')
  expect(toSort(of('something new', []))).toBe('other')
  const sorts = [of('send', [coin]), of('trade', [coin, got]), of('mint', [got]), of('constructor', [])]
  for (const each of sorts) expect(SORTS.filter((sort) => fitsFilter(each, { sort }))).toHaveLength(1)
  const bothWays = of('trade', [coin, got])
  expect([fitsFilter(bothWays, { direction: 'in' }), fitsFilter(bothWays, { direction: 'out' })]).toEqual([true, true])
  expect(fitsFilter(of('receive', [got]), { direction: 'out' })).toBe(false)
  // It moved nothing, and was to.
  expect(fitsFilter({ ...of('send', []), status: 'failed' }, { direction: 'out' })).toBe(true)
  expect(fitsFilter(of('approve', []), { direction: 'in' })).toBe(false)
})

test('pending entries stand first, and what this page sent is there until the gateway knows it', () => {
  const sent = entry('0xAB', 5, 'pending')
  expect(ids(withSent([entry('b', 9)], [sent]))).toEqual(['0xAB', 'b'])
  expect(ids(withSent([entry('0xab', 9)], [sent]))).toEqual(['0xab'])
})

test('months follow the visitor’s calendar, newest first, and know where they begin', () => {
  const months = groupByMonth(read(HISTORY).items)
  expect(months.map(({ from, items }) => [from, items.length])).toEqual([
    [0, 5],
    [5, 2],
    [7, 1],
    [8, 1],
  ])
})

test('SEC-95: bait is hidden, and so is what moved nothing but an NFT that advertises', () => {
  const [spam] = read([
    makeHistoryItem(1, {}, [
      {
        ...makeTransfer('ETH', '1', 'in'),
        fungible_info: null,
        nft_info: { name: 'Claim', content: null, flags: { is_spam: true } },
      },
    ]),
  ]).items
  expect(read(HISTORY).items.filter(isHidden)).toHaveLength(1)
  expect(spam && isHidden(spam)).toBe(true)
})

test('an entry is named by what it did, and one nobody has a name for is still shown', () => {
  expect(read(HISTORY).items.map(toKind)).toEqual([
    'sent',
    'swapped',
    'received',
    'minted',
    'received',
    'sent',
    'allowed',
    'received',
    'deployed',
  ])
  expect(toKind({ operation: '__proto__', transfers: [] })).toBe('used')
  expect(
    toKind({
      operation: 'send',
      transfers: read([makeHistoryItem(1, {}, [makeTransfer('ETH', '1', 'self')])]).items[0]?.transfers ?? [],
    }),
  ).toBe('moved')
})

test('of many transfers one that came in and one that went out stand in the row', () => {
  const transfers = read([
    makeHistoryItem(1, {}, [
      makeTransfer('A', '1', 'out'),
      makeTransfer('B', '2', 'out'),
      makeTransfer('C', '3', 'in'),
    ]),
  ]).items[0]?.transfers
  expect(listMain(transfers ?? []).map(({ symbol }) => symbol)).toEqual(['C', 'A'])
})

test.each([
  ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['bidi signs', 'USD\u202eC', 'USDC'],
  ['signs without width', 'U\u200bS\u200dD\ufeffC', 'USDC'],
  ['10,000 letters', 'x'.repeat(10_000), 'x'.repeat(64)],
  ['lone surrogates', 'A\ud800B', 'AB'],
  ['line breaks', 'A\n\n\u2028B', 'A B'],
])('a token name with %s is cleaned and cut', (_, name, shown) => {
  const transfer = makeTransfer('X', '1', 'in')
  const info = { ...transfer.fungible_info, name, symbol: name } as never
  const [item] = read([makeHistoryItem(1, {}, [{ ...transfer, fungible_info: info }])]).items
  expect(item?.transfers[0]?.name).toBe(shown)
  expect([...(item?.transfers[0]?.symbol ?? '')].length).toBeLessThanOrEqual(16)
})

test.each([
  [0, '1'],
  [36, '0.000000000000000000000000000000000001'],
  [255, '1'],
  [18, '0.000000000000000001'],
  [18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
])('an amount with %i decimals, %s, is kept to the last digit', (decimals, numeric) => {
  const [item] = read([
    makeHistoryItem(1, {}, [makeTransfer('X', numeric, 'in', { quantity: { numeric, amount: '1', decimals } })]),
  ]).items
  expect(item?.transfers[0]).toMatchObject({ quantity: numeric, decimals })
})

test('an entry without a time that can be read is left out alone', () => {
  expect(read([makeHistoryItem(1, { minedAt: 'soon' }), makeHistoryItem(2)]).items).toHaveLength(1)
})

test('what a source did not see is never called whole', () => {
  const source = { networkId: 'eip155:1', missing: [], since: undefined } as const
  expect(toWholeness({ sources: [{ ...source, state: 'complete' }] })).toBe('whole')
  expect(toWholeness({ sources: [{ ...source, state: 'complete', missing: ['older'] }] })).toBe('partial')
  expect(toWholeness({ sources: [{ ...source, state: 'unavailable' }] })).toBe('unavailable')
})

test('SEC-94: known is whom the account paid itself; what others sent, sent for it, or what is folded away makes nobody known', () => {
  const own = `0x${'11'.repeat(20)}`
  const move = (to: string, part: Partial<Activity['transfers'][number]> = {}) => ({
    ...(entry('a', 1).transfers[0] as Activity['transfers'][number]),
    direction: 'out' as const,
    quantity: '0.5',
    isSpam: false,
    to,
    ...part,
  })
  const item = (part: Partial<Activity>): Activity => ({
    ...entry('a', 1),
    from: own.toUpperCase(),
    hidden: undefined,
    ...part,
  })
  const items = [
    item({ transfers: [move('paid'), move('paid'), move('nothing', { quantity: '0.0' }), move(own)] }),
    item({ transfers: [move('came', { direction: 'in' })] }),
    item({ from: 'a stranger', transfers: [move('spoofed')] }),
    item({ hidden: 'LOOK_ALIKE', transfers: [move('bait')] }),
    item({ status: 'failed', transfers: [move('failed')] }),
  ]
  expect(listPaid(items, own)).toEqual(['paid'])
})
