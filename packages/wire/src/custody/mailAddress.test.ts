import { expect, test } from 'vitest'
import { parseMailAddress } from './mailAddress.ts'

test.each([
  ['ada@shop.example', 'ada@shop.example', 'ada@shop.example'],
  [' ada@shop.example ', 'ada@shop.example', 'ada@shop.example'],
  ['Ada.Lovelace+wallet@Shop.EXAMPLE', 'Ada.Lovelace+wallet@shop.example', 'ada.lovelace+wallet@shop.example'],
  [
    "o'hara!#$%&*=?^_`{|}~-/@shop.example",
    "o'hara!#$%&*=?^_`{|}~-/@shop.example",
    "o'hara!#$%&*=?^_`{|}~-/@shop.example",
  ],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah', 'ada@xn--r8jz45g.xn--zckzah'],
  ['a@b.co', 'a@b.co', 'a@b.co'],
  [`${'a'.repeat(64)}@shop.example`, `${'a'.repeat(64)}@shop.example`, `${'a'.repeat(64)}@shop.example`],
])('SEC-61: %s is one address', (text, address, subject) => {
  expect(parseMailAddress(text)).toEqual({ address, subject })
})

test('SEC-61: dots and what follows a plus make other identities, capitals do not', () => {
  const subjectOf = (text: string) => parseMailAddress(text)?.subject
  expect(subjectOf('ADA@shop.example')).toBe(subjectOf('ada@shop.example'))
  expect(subjectOf('a.da@shop.example')).not.toBe(subjectOf('ada@shop.example'))
  expect(subjectOf('ada+x@shop.example')).not.toBe(subjectOf('ada@shop.example'))
})

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@shop.example',
  'ada@shop',
  'ada@@shop.example',
  'ada@eve@shop.example',
  'ada@shop.example, eve@shop.example',
  'ada@shop.example,eve@shop.example',
  'ada@shop.example;eve@shop.example',
  'Ada <ada@shop.example>',
  '<ada@shop.example>',
  'ada@shop.example>',
  '"ada lovelace"@shop.example',
  '"ada"@shop.example',
  'ada(comment)@shop.example',
  'ada lovelace@shop.example',
  'ada\t@shop.example',
  'ada@shop.example\r\nBcc: eve@shop.example',
  'ada@shop.example\nBcc: eve@shop.example',
  'ada\r\nBcc: eve@shop.example',
  'ada@shop.example\u0000',
  'ada@shop.example\u2028',
  'ada@shop.example%0d%0aBcc:eve@shop.example',
  'ada%0a@shop.example\u0085',
  '.ada@shop.example',
  'ada.@shop.example',
  'a..da@shop.example',
  'ädä@shop.example',
  'ada\u200b@shop.example',
  'ada\u202e@shop.example',
  'ada@shop..example',
  'ada@.shop.example',
  'ada@shop.example.',
  'ada@-shop.example',
  'ada@shop-.example',
  'ada@shop_one.example',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@2130706433',
  'ada@[::1]',
  'ada@shop.example:25',
  'ada@shop.example/x',
  'ada@shop.example?x',
  'ada@shop.example#x',
  'ada@sh%6fp.example',
  'ada@shop.\u202eexample',
  `${'a'.repeat(65)}@shop.example`,
  `ada@${'a'.repeat(64)}.example`,
  `ada@${'a.'.repeat(125)}example`,
])('SEC-61: %j is no address that mail is sent to', (text) => {
  expect(parseMailAddress(text)).toBeUndefined()
})
