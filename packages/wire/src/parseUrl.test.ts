import { expect, test } from 'vitest'
import { parseUrl } from './parseUrl.ts'

test('an address is taken apart, also against a base, and anything else is undefined', () => {
  expect(parseUrl('https://shop.example/a?b#c')?.pathname).toBe('/a')
  expect(parseUrl('/relay', 'https://shop.example')?.href).toBe('https://shop.example/relay')
  for (const text of ['', '/relay', 'shop.example', 'https://', 'https://[']) expect(parseUrl(text)).toBe(undefined)
})
