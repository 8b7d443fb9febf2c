import { expect, test } from 'vitest'
import { toPlainDigits } from './toPlainDigits.ts'

test.each(Intl.supportedValuesOf('numberingSystem'))('digits of %s are read, where it has ten of them', (name) => {
  const format = new Intl.NumberFormat('en', { numberingSystem: name, useGrouping: false, minimumIntegerDigits: 10 })
  const written = format.format(123_456_789)
  if (!/^\p{Nd}{10}$/u.test(written)) return
  expect(toPlainDigits(written)).toBe('0123456789')
})

test.each([
  ['ar-EG', '1,234.5'],
  ['fa', '1,234.5'],
  ['mr', '1,234.5'],
  ['de', '1.234,5'],
])('a number that %s writes has a point and a comma where it had its own', (locale, plain) => {
  expect(toPlainDigits(new Intl.NumberFormat(locale).format(1234.5))).toBe(plain)
})

test('what an input method of Japanese or Chinese writes is read, with its comma and both its points', () => {
  expect(['１，２３４．５', '１。５', '１｡５', '１　２３４'].map(toPlainDigits)).toEqual([
    '1,234.5',
    '1.5',
    '1.5',
    '1　234',
  ])
})

test('no other sign becomes a digit', () => {
  for (const text of ['10²', '½', '①', 'Ⅳ', '五', '1e3', '0x10', '']) expect(toPlainDigits(text)).toBe(text)
})
