import { parseWith } from '@latchkey/wire/endpoint'
import { getHistory } from '@latchkey/wire/history'
import { expect, test } from 'vitest'
import { makeHistoryItem, makeTransfer } from '../../../../../testing/src/activities.ts'
import { formatMove } from '../../../ui/views/activity/describe.ts'
import { toPage } from './readHistory.ts'
import { groupByMonth, mergeFirst, mergeMore, sortNewest } from './rules.ts'
import type { ActivityPage } from './state.ts'

const INSTANCE = { options: { gatewayUrl: 'https://gateway.test', projectId: undefined } } as never

/** A page as it comes from a gateway, read by the schema and made into what is shown. */
function read(data: unknown, more: Record<string, unknown> = {}): ActivityPage {
  const parsed = parseWith(getHistory.answer, { data, next: null, sources: [], ...more })
  if (!parsed.ok) throw new Error('The page cannot be read.')
  return toPage(INSTANCE, parsed.value, 'eip155:1')
}
const withMetadata = (metadata: Record<string, unknown>) => {
  const item = makeHistoryItem(1)
  return { ...item, metadata: { ...item.metadata, ...metadata } }
}

test('10,000 transactions of one minute are one month, each there once, in an order that never changes', () => {
  const at = new Date(1_700_000_000_000).toISOString()
  const items = read(
    Array.from({ length: 10_000 }, (_, index) => ({ ...withMetadata({ minedAt: at }), id: `i${index}` })),
  ).items
  const months = groupByMonth(items)
  expect([months.length, months[0]?.items.length]).toEqual([1, 10_000])
  expect(sortNewest([...items].reverse())).toEqual(sortNewest(items))
})

test.each<[string, string, boolean]>([
  ['the beginning of 1970', '1970-01-01T00:00:00.000Z', true],
  ['the year 9999', '9999-12-31T23:59:59.999Z', true],
  ['a time that no calendar has', '2023-13-45T99:00:00Z', false],
  ['a time beyond every clock', '+999999-01-01T00:00:00Z', false],
  ['a sentence', '<b>now</b>', false],
  ['nothing', '', false],
])('an entry of %s is shown in a month, or left out alone', (_, minedAt, isShown) => {
  const { items } = read([withMetadata({ minedAt }), makeHistoryItem(2)])
  expect(items).toHaveLength(isShown ? 2 : 1)
  for (const month of groupByMonth(items)) expect(month.key).not.toContain('NaN')
})

test('one id that is told twice is one entry, on one page and across pages', () => {
  const twice = read([makeHistoryItem(1), makeHistoryItem(1, { status: 'failed' })])
  expect(mergeFirst({}, twice).items).toHaveLength(1)
  const first = mergeFirst({}, { ...read([makeHistoryItem(1)]), next: 'x' })
  expect(mergeMore(first, twice).items).toHaveLength(1)
})

test.each<[string, unknown]>([
  ['without metadata', { id: 'a', transfers: [], moreTransfers: 0 }],
  ['whose transfers are a text', { ...makeHistoryItem(1), transfers: '<script>' }],
  ['whose status nobody knows', withMetadata({ status: 'stolen' })],
  ['that is null', null],
  ['that is a number', 7],
])('an entry %s is left out alone', (_, item) => {
  expect(read([item, makeHistoryItem(2)]).items).toHaveLength(1)
})

test.each<[string, Record<string, unknown>]>([
  ['fields that nobody knows', JSON.parse('{"__proto__":{"polluted":1},"constructor":{}}') as Record<string, unknown>],
  [
    'a fee of 10,000 digits',
    { fee: { amount: '1', decimals: 18, numeric: '9'.repeat(10_000), symbol: 'E'.repeat(10_000), isOwn: true } },
  ],
  [
    'a name of an application with unseen signs',
    { application: { name: 'Saf\u202ee\u200b', iconUrl: 'javascript:1' } },
  ],
])('an entry with %s is shown harmlessly', (_, metadata) => {
  const [item] = read([withMetadata(metadata), makeHistoryItem(2)]).items
  expect(item?.fee?.quantity.length ?? 0).toBeLessThanOrEqual(101)
  expect([...(item?.fee?.symbol ?? '')].length).toBeLessThanOrEqual(16)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

const INVISIBLE = '\u202e\u200b\u2066\ufeff'
test.each<[string, Record<string, unknown>, { symbol?: string; name?: string }]>([
  ['markup', { symbol: '<b>X</b>', name: '<img src=x onerror=alert(1)>' }, { name: '<img src=x onerror=alert(1)>' }],
  [
    'letters that turn the line around',
    { symbol: `${INVISIBLE}CDSU`, name: `U${INVISIBLE}SD` },
    { symbol: 'CDSU', name: 'USD' },
  ],
  ['letters without width alone', { symbol: INVISIBLE, name: INVISIBLE }, { symbol: '', name: '' }],
  [
    '10,000 letters',
    { symbol: 'Y'.repeat(10_000), name: 'Z'.repeat(10_000) },
    { symbol: 'Y'.repeat(16), name: 'Z'.repeat(64) },
  ],
  ['half of a letter', { symbol: 'A\ud800B', name: '\udfffC' }, { symbol: 'AB', name: 'C' }],
  ['lines and tabs', { symbol: 'A\n\tB', name: 'Sent\nby you' }, {}],
])('a transfer of a token whose names are of %s is shown in its row', (_, token, shown) => {
  const transfer = makeTransfer('X', '1', 'in')
  const item = makeHistoryItem(1, {}, [
    { ...transfer, fungible_info: { ...transfer.fungible_info, ...token } as never },
  ])
  const [found] = read([item]).items[0]?.transfers ?? []
  expect(found).toMatchObject(shown)
  expect([...(found?.symbol ?? 'x'.repeat(99))].length).toBeLessThanOrEqual(16)
  expect(`${found?.symbol}${found?.name}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
})

test.each<[string, string, number | null]>([
  ['255 decimals', `0.${'0'.repeat(254)}1`, 255],
  ['36 decimals', `0.${'0'.repeat(35)}1`, 36],
  ['decimals that nobody tells', '7', null],
])('a transfer of one unit of a token of %s never looks like more than it is', (_, numeric, decimals) => {
  const [item] = read([
    makeHistoryItem(1, {}, [makeTransfer('X', numeric, 'in', { quantity: { numeric, amount: '1', decimals } })]),
  ]).items
  const [transfer] = item?.transfers ?? []
  const told = transfer && formatMove(transfer, { region: 'en' })
  expect(told).toBe(decimals === null ? '+— X' : '+< 0.001 X')
})

test('an amount of 2^256 - 1 with 0 decimals, and one wei, keep every digit', () => {
  const most = (2n ** 256n - 1n).toString()
  const of = (numeric: string, decimals: number) =>
    makeTransfer('X', numeric, 'in', { quantity: { numeric, amount: '1', decimals } })
  const [item] = read([makeHistoryItem(1, {}, [of(most, 0), of('0.000000000000000001', 18)])]).items
  expect(item?.transfers.map(({ quantity }) => quantity)).toEqual([most, '0.000000000000000001'])
})
