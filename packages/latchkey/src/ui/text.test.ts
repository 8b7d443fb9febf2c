import { expect, test } from 'vitest'
import { loadTranslate } from './loadTranslate.ts'
import { ar } from './text/ar.ts'
import { every as en } from './text/every.ts'
import { createTranslate, getDirection, toLocale } from './text.ts'

test('fills placeholders and leaves words that look like one alone', () => {
  const t = createTranslate(en, 'en')
  expect(t('shell.back', { title: 'Account {title}' })).toBe('Back to Account {title}')
})

test('sets what is filled into a sentence from the right apart, so that an amount keeps its order', () => {
  expect(createTranslate(ar, 'ar')('send.done', { amount: '250 USDC', recipient: 'mira.eth' })).toMatch(
    /\u2068250 USDC\u2069.*\u2068mira\.eth\u2069/,
  )
  const t = createTranslate(en, 'en')
  expect(t('shell.back', { title: 'Account' })).not.toContain('\u2068')
})

test('chooses plural forms by the language and writes the count in it', () => {
  const english = createTranslate(en, 'en')
  expect(english('networks.found', { count: 1 })).toBe('1 network')
  expect(english('networks.found', { count: 2 })).toBe('2 networks')
  expect(createTranslate(en, 'en', 'de')('networks.found', { count: 1234 })).toBe('1.234 networks')
  const arabic = createTranslate(ar, 'ar')
  const found = [0, 1, 2, 3, 11, 100].map((count) => arabic('networks.found', { count }))
  expect(new Set(found).size).toBe(6)
})

test('gives a sentence in pieces, so that a view can make a link of one', () => {
  const t = createTranslate(en, 'en')
  const pieces = t.pieces('legal.onlyTerms', { site: 'Hollow {terms} pine', terms: 'terms' })
  expect(pieces.filter(({ name }) => name === 'terms')).toEqual([{ name: 'terms', text: 'terms' }])
  expect(pieces.map(({ text }) => text).join('')).toBe(
    t('legal.onlyTerms', { site: 'Hollow {terms} pine', terms: 'terms' }),
  )
})

test('finds words by a key made at run time, or says that there are none', () => {
  const t = createTranslate(en, 'en')
  expect(t.find('toast.networkSwitched', { network: 'Base' })).toBe('You are on Base')
  expect(t.find('toast.neverWritten')).toBe(undefined)
  expect(t.find('constructor')).toBe(undefined)
})

test('speaks English at once, Arabic when it has come, and English for languages without words', async () => {
  const english = loadTranslate('sv-SE')
  expect(english).not.toBeInstanceOf(Promise)
  const arabic = await loadTranslate('ar-EG')
  expect([arabic.locale, arabic.region, arabic.direction]).toEqual(['ar', 'ar-EG', 'rtl'])
})

test('survives any lang attribute of a page', () => {
  expect([toLocale(undefined), toLocale(''), toLocale('not a tag!'), toLocale('pt-br'), toLocale('zh_TW')]).toEqual([
    'en',
    'en',
    'en',
    'pt-BR',
    'zh-TW',
  ])
})

test('knows which languages run from right to left', () => {
  expect(['ar-EG', 'he', 'fa', 'ur-PK'].map(getDirection)).toEqual(['rtl', 'rtl', 'rtl', 'rtl'])
  expect(['en', 'de', 'ja', 'tr'].map(getDirection)).toEqual(['ltr', 'ltr', 'ltr', 'ltr'])
})
