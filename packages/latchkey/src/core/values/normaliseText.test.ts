import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DESCRIPTION_LIMIT, normaliseText } from './normaliseText.ts'

test.each([
  ['  Fernpass  ', 'Fernpass'],
  ['Meta\u200bMask', 'MetaMask'],
  ['\u202eksaMateM', 'ksaMateM'],
  ['A\u2066B\u2069C\u061cD', 'ABCD'],
  ['Line\nbreak\u2028and\ttab', 'Line break and tab'],
  ['Nul\u0000 and del\u007f', 'Nul and del'],
  ['e\u0301', '\u00e9'],
  ['e\u200b\u0301', '\u00e9'],
  ['\ufeffBOM', 'BOM'],
  ['half \ud83d surrogate', 'half surrogate'],
  ['\u3164\u115f\u2800', ''],
  ['tag\u{e0041}', 'tag'],
  ['محفظة', 'محفظة'],
  ['👩\u200d👧\u200d👦 Family', '👩\u200d👧\u200d👦 Family'],
  ['👩🏽\u200d🚀', '👩🏽\u200d🚀'],
  ['❤\ufe0f\u200d🔥 Fern', '❤\ufe0f\u200d🔥 Fern'],
  ['👩\u200d\u200d👧', '👩👧'],
  ['👩\u200dMeta\u200dMask', '👩MetaMask'],
  ['\u200d👩\u200d', '👩'],
  ['', ''],
])('SEC-83: %j is shown as %j', (text, shown) => {
  expect(normaliseText(text)).toBe(shown)
})

test('SEC-83: names end after 64 characters and descriptions after 280, never inside a character', () => {
  expect(normaliseText('x'.repeat(90))).toHaveLength(64)
  expect([...normaliseText('🌿'.repeat(90))]).toHaveLength(64)
  expect(normaliseText('x'.repeat(900), DESCRIPTION_LIMIT)).toHaveLength(280)
})

test('SEC-83: a limit inside a joined emoji leaves no joiner behind', () => {
  expect(normaliseText('ab👩\u200d👧', 4)).toBe('ab👩')
})

test('SEC-83: normalising twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => normaliseText(normaliseText(text)) === normaliseText(text)),
  )
})

test('SEC-83: nothing unseen is left of any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) =>
        !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(
          normaliseText(text).replace(/(\p{Extended_Pictographic}.?)\u200d(?=\p{Extended_Pictographic})/gu, '$1'),
        ),
    ),
  )
})
