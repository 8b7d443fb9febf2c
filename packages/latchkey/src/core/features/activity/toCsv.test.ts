import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Activity, ActivityTransfer } from './state.ts'
import { CSV_COLUMNS, toCsv } from './toCsv.ts'

const MOVE: ActivityTransfer = {
  direction: 'out',
  quantity: '0.2',
  decimals: 18,
  symbol: 'ETH',
  name: 'Ether',
  address: undefined,
  imageUrl: undefined,
  isListed: true,
  isNft: false,
  isSpam: false,
  from: '0xa',
  to: '0xb',
}
const SENT: Activity = {
  id: 'eip155:1:0x1',
  networkId: 'eip155:1',
  hash: '0x1',
  at: Date.UTC(2026, 10, 3, 14, 32),
  operation: 'send',
  status: 'confirmed',
  from: '0xa',
  to: '0xb',
  counterparty: '0xb',
  fee: { quantity: '0.00021', symbol: 'ETH', isOwn: true },
  hidden: undefined,
  transfers: [MOVE],
  moreTransfers: 0,
}

/** Reads RFC 4180 as strictly as it is written: what is not a quoted cell, a comma or a line end is an error. */
function parse(csv: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let rest = csv.replace(/^\ufeff/, '')
  while (rest !== '') {
    const match = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(rest)
    if (!match) throw new Error(`Not CSV: ${rest.slice(0, 40)}`)
    cells.push((match[1] ?? '').replaceAll('""', '"'))
    if (match[2] !== ',') {
      lines.push(cells)
      cells = []
    }
    rest = rest.slice(match[0].length)
  }
  return lines
}
const named = (text: string): Activity => ({ ...SENT, transfers: [{ ...MOVE, name: text, symbol: text }] })
/** What a program for tables sees in the cell of a token's name. */
const readName = (text: string): string | undefined => parse(toCsv([named(text)]))[1]?.[CSV_COLUMNS.indexOf('token')]

test('an entry is a line with a time in UTC, a plain amount, and the fee of its transaction', () => {
  const [head, line] = parse(toCsv([SENT]))
  expect(head).toEqual([...CSV_COLUMNS])
  expect(line).toEqual([
    '2026-11-03T14:32:00.000Z',
    'eip155:1',
    '0x1',
    'send',
    'confirmed',
    'out',
    '0.2',
    'ETH',
    'Ether',
    '',
    '',
    '0xa',
    '0xb',
    '0.00021',
    'ETH',
    'yes',
    '',
  ])
})

test('a file begins with the mark of UTF-8, and is one with no entries too', () => {
  expect(toCsv([]).charCodeAt(0)).toBe(0xfeff)
  expect(parse(toCsv([]))).toEqual([[...CSV_COLUMNS]])
})

test('a transaction of two moves is two lines, and its fee stands there once', () => {
  const lines = parse(toCsv([{ ...SENT, transfers: [MOVE, { ...MOVE, direction: 'in' }] }]))
  expect(lines.slice(1).map((line) => line[CSV_COLUMNS.indexOf('fee')])).toEqual(['0.00021', ''])
})

test('what moved nothing is a line as well, and bait says why it is folded away (SEC-95)', () => {
  const [, line] = parse(toCsv([{ ...SENT, transfers: [], hidden: 'LOOK_ALIKE' }]))
  expect(line?.at(-1)).toBe('LOOK_ALIKE')
  expect(line?.[CSV_COLUMNS.indexOf('amount')]).toBe('')
})

test('base units of a token that tells no decimals are not taken for an amount', () => {
  const [, line] = parse(toCsv([{ ...SENT, transfers: [{ ...MOVE, decimals: undefined, quantity: '99' }] }]))
  expect(line?.[CSV_COLUMNS.indexOf('amount')]).toBe('')
})

test.each([
  '=HYPERLINK("https://evil.example","Claim")',
  '+1+1',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u200b=1+1',
  '\u202e=1+1',
  '\ufeff@x',
  '\u00a0=1+1',
  '\uff1d1+1',
  '|calc',
  '%0A=1',
])('a name that a table would take for a formula stays a text: %j', (text) => {
  expect(readName(text)?.startsWith("'")).toBe(true)
})

test.each(['a","b"\r\n"c', 'line\nline', 'quote " quote', '"', '""', 'x'.repeat(10_000)])(
  'a name cannot become another cell or line: %j',
  (text) => {
    const lines = parse(toCsv([named(text)]))
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toHaveLength(CSV_COLUMNS.length)
  },
)

test.each(['safe\u202egnp.exe', 'a\u0000b', 'a\u200bb', 'a\u2066b', 'a\u2028b'])(
  'a name loses what cannot be seen or turns the direction: %j',
  (text) => {
    expect(readName(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  },
)

test('emoji and letters of any script stay as they are', () => {
  for (const text of ['Ölbaum 🌳', '日本円', 'ذهب', "d'Or"]) expect(readName(text)).toBe(text)
})

test('ten thousand entries are written in well under the time of a press', () => {
  const all = Array.from({ length: 10_000 }, (_, index) => ({ ...SENT, id: `${index}` }))
  expect(parse(toCsv(all.slice(0, 100)))).toHaveLength(101)
  expect(toCsv(all).length).toBeGreaterThan(1_000_000)
})

test('docs/api.md describes every column, in their order', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../../../docs/api.md'), 'utf8')
  const [, section = ''] = docs.split('\n## The activity as a file\n')
  const rows = section.split('\n## ')[0]?.match(/^\| `.*?\|/gm) ?? []
  expect(rows.flatMap((row) => row.match(/(?<=`)\w+(?=`)/g) ?? [])).toEqual([...CSV_COLUMNS])
})
