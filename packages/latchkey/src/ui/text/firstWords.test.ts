import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { userMessage } from '../../core/errors/userMessage.ts'
import { every as en } from './every.ts'
import { firstWords } from './firstWords.ts'
import { pairingWords } from './rooms/pairingWords.ts'

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
  expect(later.filter((key) => /^(title|shell|tag)\./.test(key))).toEqual([])
})

test('every word that a code says while all is well comes with its views, and what is said where nothing can be fetched', () => {
  const views = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']
  const found = new Set<string>()
  for (const view of views) listFirst(join(import.meta.dirname, `../views/connect/${view}.tsx`), found)
  // What names failures and their buttons; all but a few of these words are fetched when they are wanted.
  const sources = [...found].filter((path) => !path.includes('/text/') && !path.endsWith('/userMessage.ts'))
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const later = Object.keys(en).filter((key) => !(key in firstWords) && !(key in pairingWords))
  expect(later.filter((key) => text.includes(`'${key}'`))).toEqual([])
  expect(later.filter((key) => key.startsWith('pairing.'))).toEqual([])
  for (const code of ['OFFLINE', 'RELAY_UNREACHABLE', 'PAIRING_EXPIRED', 'CSP_BLOCKED', 'UNKNOWN_FAILURE']) {
    const { sentence, more, button } = userMessage(code)
    for (const key of [sentence, more ?? sentence, button]) expect(later).not.toContain(key)
  }
})
