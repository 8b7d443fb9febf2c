import { expect, test } from 'vitest'
import { en } from '../../packages/latchkey/src/ui/text/en.ts'
import { lengthen } from './lengthen.ts'
import { readSettings, toSearch } from './settings.ts'

test('a page without a query is the index', () => {
  expect(readSettings('')).toMatchObject({ page: 'index', theme: 'dark', dir: 'ltr', text: 'plain' })
})

test('what is written into a query is read back', () => {
  const wanted = {
    view: 'Connect',
    state: 'legal checkbox',
    theme: 'light',
    dir: 'rtl',
    text: 'long',
    place: 'inside',
  } as const
  expect(readSettings(toSearch(wanted))).toMatchObject({ page: 'view', ...wanted })
})

test('nonsense in a query is the default', () => {
  expect(readSettings('?view=Connect&theme=beige&dir=up&text=loud&place=beside')).toMatchObject({
    theme: 'dark',
    dir: 'ltr',
    text: 'plain',
    place: 'over',
  })
})

test('long words keep their blanks and are longer than the English', () => {
  const text = en['unsupported.sentence']
  expect(lengthen(text)).toContain('{site}')
  expect(lengthen(text)).toContain('{network}')
  const plain = en['shell.crash.text']
  expect(lengthen(plain).length).toBeGreaterThan(plain.length * 1.2)
})
