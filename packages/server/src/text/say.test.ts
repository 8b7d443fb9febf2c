import { LANGUAGES } from '@latchkey/wire/languages'
import { describe, expect, test } from 'vitest'
import { readLanguage, sayIn } from './say.ts'
import { en, type WordKey } from './words.ts'

const KEYS = Object.keys(en) as WordKey[]
const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** What is the same word in several languages, or only puts values together. */
const MAY_EQUAL: readonly WordKey[] = ['site', 'noticeSubject', 'noticeFirst', 'device']

const valuesOf = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort()

describe.each(OTHERS)('what the servers say in %s', (language) => {
  const say = sayIn(language)

  test('has the same values as in English, each once', () => {
    for (const key of KEYS) expect([key, valuesOf(say(key))]).toEqual([key, valuesOf(en[key])])
  })

  test('is translated, without spaces at an end', () => {
    const left = KEYS.filter((key) => say(key) === en[key] && !MAY_EQUAL.includes(key))
    expect(left).toEqual([])
    expect(KEYS.filter((key) => say(key).trim() !== say(key) || say(key) === '')).toEqual([])
  })
})

test('a value stands as it is, also one that looks like another mark or a replacement', () => {
  expect(sayIn('en')('codeFirst', { name: '{minutes} $& $1' })).toBe('Your code for {minutes} $& $1 is')
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-CH,fr;q=0.9', 'de'],
  ['nl, fr;q=0.8, de;q=0.9', 'de'],
  ['fr;q=0, de;q=0.1', 'de'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hans-SG', 'zh'],
  ['pt-BR', 'pt'],
  ['de;q=x, es;q=0.5', 'de'],
  ['no_tag,\u0000,it', 'it'],
  [`${'x-y,'.repeat(200)}de`, 'en'],
])('a browser that asks for %j is answered in %s', (header, language) => {
  expect(readLanguage(header)).toBe(language)
})
