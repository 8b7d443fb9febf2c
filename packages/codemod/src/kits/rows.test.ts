import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { KITS } from './kits.ts'

const ROOT = join(import.meta.dirname, '../../../..')

it.each(KITS)('names rows that $page has', ({ page, rows }) => {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n')
  const cells = lines.filter((line) => line.startsWith('| ')).map((line) => line.split(' | ')[0] ?? '')
  expect(rows.filter((row) => !cells.some((cell) => cell.includes(`\`${row}\``)))).toEqual([])
})
