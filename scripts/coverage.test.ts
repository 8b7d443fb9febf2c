import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** A statement of the product, and what proves it. */
type Row = { readonly id: string; readonly statement: string; readonly proof: string }

/** Every line of a table but its head; also one that has too few cells. */
function readRows(page: string): readonly Row[] {
  return page
    .split('\n')
    .filter((line) => /^\| ?\d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| ?|\s*\|$/g, '').trim()))
    .map(([id = '', statement = '', ...proof]) => ({ id, statement, proof: proof.join(' | ') }))
}

const isUnbuilt = ({ proof }: Row): boolean => proof.startsWith('**not built**: ')

/** What is wrong with a row; undefined where its test is there. `readTest` answers undefined for a file that is not there. */
function findFault(row: Row, readTest: (path: string) => string | undefined): string | undefined {
  if (row.statement === '') return 'says nothing'
  if (isUnbuilt(row)) return undefined
  const [, path, sentence] = /^`([\w./-]+)`: “(.+)”$/.exec(row.proof) ?? []
  if (path === undefined || sentence === undefined) return 'names no test'
  const text = readTest(path)
  if (text === undefined) return `${path} is not there`
  return text.replaceAll("\\'", "'").includes(sentence) ? undefined : `${path} has no such sentence`
}

function readTest(path: string): string | undefined {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

describe('the page of statements of the product', () => {
  const page = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
  const rows = readRows(page)

  it('names for each a test that is there, or says that it is not built', () => {
    expect(rows.flatMap((row) => findFault(row, readTest)?.replace(/^/, `${row.id} `) ?? [])).toEqual([])
  })

  it('numbers them by section without a gap, so that none is lost', () => {
    const sections = new Map<string, number>()
    for (const { id } of rows) {
      const [section = '', number = ''] = id.split('.')
      expect(Number(number), id).toBe((sections.get(section) ?? 0) + 1)
      sections.set(section, Number(number))
    }
    expect([...sections.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  it('counts openly what is not built', () => {
    const unbuilt = rows.filter(isUnbuilt).length
    const counts = `${rows.length} statements, ${rows.length - unbuilt} proven, ${unbuilt} not built.`
    expect(page).toContain(counts)
  })
})

describe('a row is found out', () => {
  const known = (path: string) => (path === 'a.test.ts' ? "test('it works')" : undefined)
  it.each([
    ['| 1.1 | works |', 'names no test'],
    ['| 1.1 | works | some day |', 'names no test'],
    ['| 1.1 |  | `a.test.ts`: “it works” |', 'says nothing'],
    ['| 1.1 | works | `b.test.ts`: “it works” |', 'b.test.ts is not there'],
    ['| 1.1 | works | `a.test.ts`: “it flies” |', 'a.test.ts has no such sentence'],
    ['| 1.1 | works | `a.test.ts`: “it works” |', undefined],
    ['| 1.1 | works | **not built**: social logins |', undefined],
  ])('%s', (line, fault) => {
    const [row] = readRows(line)
    expect(row && findFault(row, known)).toBe(fault)
  })
})
