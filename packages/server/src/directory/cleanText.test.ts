import { expect, test } from 'vitest'
import { cleanText, NAME_LENGTH } from './cleanText.ts'

test.each([
  ['right-to-left override', 'Meta\u202eksaM', 'MetaksaM'],
  ['isolates', '\u2066Safe\u2069', 'Safe'],
  ['zero-width space and joiner', 'Tr\u200bust\u200d', 'Trust'],
  ['control characters', 'Led\u0000ger\u0007', 'Ledger'],
  ['byte order mark and soft hyphen', '\ufeffRain\u00adbow', 'Rainbow'],
  ['tag characters', 'Safe\u{e0041}', 'Safe'],
  ['blank letters', '\u3164\u115f', ''],
  ['a lone surrogate', 'a\ud800b', 'ab'],
  ['line separators and tabs', ' One\u2028Two\tThree ', 'One Two Three'],
  ['decomposed letters', 'Me\u0301ta', 'M\u00e9ta'],
])('SEC-83: %s', (_, dirty, clean) => {
  expect(cleanText(dirty)).toBe(clean)
})

test('SEC-83: a name keeps 64 characters, whole ones', () => {
  expect([...cleanText('\u{1f511}'.repeat(100))]).toEqual(Array(NAME_LENGTH).fill('\u{1f511}'))
  expect(cleanText(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63))
})

test('SEC-83: cleaning twice changes nothing more', () => {
  for (const dirty of ['a \u200b b', '\u202e \u202c', 'e\u200b\u0301', 'x'.repeat(70)]) {
    expect(cleanText(cleanText(dirty))).toBe(cleanText(dirty))
  }
})
