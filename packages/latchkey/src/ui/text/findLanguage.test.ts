import { expect, test } from 'vitest'
import { findLanguage } from './findLanguage.ts'
import { LANGUAGES } from './languages.ts'

const ours = Object.fromEntries(LANGUAGES.map((language) => [language, true]))
const find = (tag: string): string | undefined => findLanguage(tag, ours)

test('a tag is answered in its language, whatever its region, extensions and spelling', () => {
  const tags = ['de-AT', 'PT-br', 'pt_PT', 'es-419', 'ar-u-nu-latn', 'de-AT-1996', 'in', 'in-ID', 'ja']
  expect(tags.map(find)).toEqual(['de', 'pt', 'pt', 'es', 'ar', 'de', 'id', 'id', 'ja'])
})

test('Chinese is written in the characters of its script, or of its region where it names none', () => {
  const traditional = ['zh-TW', 'zh_TW', 'zh-Hant', 'zh-HK', 'zh-MO', 'zh-Hant-CN', 'cmn-TW']
  expect(traditional.filter((tag) => find(tag) !== 'zh-TW')).toEqual([])
  const simplified = ['zh', 'zh-CN', 'zh-Hans', 'zh-SG', 'zh-Hans-HK', 'cmn']
  expect(simplified.filter((tag) => find(tag) !== 'zh')).toEqual([])
})

test('English serves a language without a catalogue, letters that no catalogue has, and what is no tag', () => {
  const tags = [
    'en',
    'sv',
    'iw',
    'he',
    'no',
    'yue',
    'hi-Latn',
    'ru-Latn',
    'und',
    '',
    'constructor',
    'not a tag!',
    'x-ar',
  ]
  expect(tags.filter((tag) => find(tag) !== undefined)).toEqual([])
})
