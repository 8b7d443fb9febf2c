import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { firstWords } from './firstWords.ts'

/** Sources that come with the modal: what `mount.tsx` imports, without what is loaded later. */
function listFirst(path: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(path) || !/\.tsx?$/.test(path)) return found
  found.add(path)
  for (const [statement, from = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) [^'"]*?from '(\.[^']+)'/gm,
  )) {
    if (!statement.startsWith('import type')) listFirst(normalize(join(dirname(path), from)), found)
  }
  return found
}

test('every word that is said before a view is loaded is among the first', () => {
  const sources = [...listFirst(join(import.meta.dirname, '../mount.tsx'))].filter((path) => !path.includes('/text/'))
  expect(sources.length).toBeGreaterThan(50)
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const later = Object.keys(en).filter((key) => !(key in firstWords))
  expect(later.filter((key) => text.includes(`'${key}'`))).toEqual([])
  expect(later.filter((key) => /^(title|shell|toast|alert|tag|legal)\./.test(key))).toEqual([])
})
