import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { FAILURE_CODES } from '../packages/latchkey/src/core/errors/failureCodes.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Rows of the failure list. Those of the embedded wallet are acted out with it. */
const ROWS = 60
const EMBEDDED = { first: 42, last: 48 }

/** Tests that run in a real browser: the journeys, and the views' own. */
function listBrowserTests(): readonly string[] {
  const journeys = readdirSync(join(ROOT, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
  const source = join(ROOT, 'packages/latchkey/src')
  const views = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.browser\.test\.tsx?$/.test(name),
  )
  return [...journeys.map((name) => join(ROOT, 'e2e', name)), ...views.map((name) => join(source, name))]
}

/** The ids in the titles of a file's tests: `test('F-01, F-02: …')`. */
function readIds(path: string): readonly string[] {
  const titles = readFileSync(path, 'utf8').matchAll(
    /\b(?:test|it)(?:\.step|\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?)\1/g,
  )
  return [...titles].flatMap(([, , title = '']) => title.match(/\bF-\d\d\b/g) ?? [])
}

test('every failure of the list is acted out in a real browser, but for those of the embedded wallet', () => {
  const acted = new Set(listBrowserTests().flatMap(readIds))
  const wanted = Array.from({ length: ROWS }, (_, index) => index + 1)
    .filter((row) => row < EMBEDDED.first || row > EMBEDDED.last)
    .map((row) => `F-${String(row).padStart(2, '0')}`)
  expect(wanted.filter((id) => !acted.has(id))).toEqual([])
})

test('docs/failures.md has a line for each, with the code of the list and tests that are there and quote it', () => {
  const page = readFileSync(join(ROOT, 'docs/failures.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (F-\d\d) \| \[`(\w+)`\]\(errors\.md#(\w+)\) \|(.*)\|$/gm)].map(
    ([, id = '', code = '', anchor = '', rest = '']) => ({ id, code, anchor, rest }),
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(
    Array.from({ length: ROWS }, (_, index) => `F-${String(index + 1).padStart(2, '0')}`),
  )
  const codes = Object.keys(FAILURE_CODES)
  for (const { id, code, anchor, rest } of rows) {
    expect([id, code], id).toEqual([id, codes[Number(id.slice(2)) - 1]])
    expect(anchor, id).toBe(code.toLowerCase())
    const files = [...rest.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)
    expect(files.length, `${id} names a test`).toBeGreaterThan(0)
    for (const file of files) expect(readIds(join(ROOT, file)), `${file} does not quote ${id}`).toContain(id)
  }
})
