import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFigures } from '../bench/table.ts'

const circumstances = { commit: 'abc1234', node: '20.20.2', machine: '2 x Any, 8 GB', on: '2026-03-01' }
const place = '# Figures\n\n<!-- figures: written by `npm run bench` -->\n<!-- end of figures -->\n\nMore.\n'

test('figures of a bench stand beside those of its last run; what other benches found stays as it was', () => {
  const first = writeFigures(place, 'rate', { relayMs: { median: 2, p99: 10 }, perSecond: 500 }, circumstances)
  const other = writeFigures(first, 'flood', { lost: 0 }, circumstances)
  const again = writeFigures(other, 'rate', { relayMs: { median: 1, p99: 15 }, perSecond: 500 }, circumstances)
  const measured = '2026-03-01, abc1234, Node 20.20.2, 2 x Any, 8 GB'
  expect(again).toBe(`# Figures

<!-- figures: written by \`npm run bench\` -->
| bench | figure | now | before | now per before | measured |
|---|---|---|---|---|---|
| flood | lost | 0 |  |  | ${measured} |
| rate | relayMs.median | 1 | 2 | 0.5 | ${measured} |
| rate | relayMs.p99 | 15 | 10 | 1.5 | ${measured} |
| rate | perSecond | 500 | 500 | 1 | ${measured} |
<!-- end of figures -->

More.
`)
})

test('the document has its place for them', () => {
  const document = readFileSync(join(import.meta.dirname, '../docs/benchmarks.md'), 'utf8')
  expect(writeFigures(document, 'any', { figure: 1 }, circumstances)).toContain('| any | figure | 1 |')
})
