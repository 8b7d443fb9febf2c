import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Network } from '../../types/network.ts'
import { fitsFamily } from '../../values/fitsFamily.ts'
import { readAmount } from '../../values/readAmount.ts'
import { toQuantity, toUnits } from '../tokens/rules.ts'
import { listReceiveNetworks, toPaymentLink } from './rules.ts'

const network = (chainNamespace: Network['chainNamespace'], id: string | number, decimals = 18): Network => ({
  id,
  name: `${id}`,
  chainNamespace,
  caipNetworkId: `${chainNamespace}:${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals },
  rpcUrls: { default: { http: [] } },
})

const ADDRESSES = {
  eip155: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  solana: 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt',
  bip122: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
} as const
const FAMILIES = ['eip155', 'solana', 'bip122', 'polkadot'] as const

test.each(FAMILIES)('an address of %s fits no other family', (family) => {
  expect(FAMILIES.filter((other) => fitsFamily(other, ADDRESSES[family]))).toEqual([family])
})

test.each([
  ['', 'nothing'],
  ['0x71C7656EC7ab88b098defB751B7401B5f6d8976', 'one digit short'],
  ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F\u202e', 'with a sign that turns the direction'],
  ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F?value=1', 'with parameters behind it'],
  ['<img src=x onerror=alert(1)>', 'markup'],
  ['1'.repeat(10_000), 'of 10,000 signs'],
])('an address that is %j, %s, fits no family', (address) => {
  expect(FAMILIES.filter((family) => fitsFamily(family, address))).toEqual([])
})

test.each([
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  `bc1p${'q'.repeat(58)}`,
  `bcrt1q${'q'.repeat(38)}`,
])('Bitcoin knows the address %s of an older or newer kind', (address) => {
  expect(fitsFamily('bip122', address)).toBe(true)
})

test('an EVM account can be paid on every EVM network of the site, the active one first, and on no other', () => {
  const all = [network('eip155', 1), network('solana', 'x'), network('eip155', 10)]
  const ids = listReceiveNetworks(all, all[2], { type: 'eoa' }).map(({ caipNetworkId }) => caipNetworkId)
  expect(ids).toEqual(['eip155:10', 'eip155:1'])
})

test('a smart account, a Bitcoin and a Polkadot address stand on one network', () => {
  const all = [network('eip155', 1), network('eip155', 10), network('bip122', 'a'), network('bip122', 'b')]
  expect(listReceiveNetworks(all, all[0], { type: 'smartAccount' })).toEqual([all[0]])
  expect(listReceiveNetworks(all, all[3], { type: 'payment' })).toEqual([all[3]])
  expect(listReceiveNetworks(all, undefined, { type: 'eoa' })).toEqual([])
})

test.each([
  ['1.5', '1.5'],
  ['1,5', '1.5'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1 234,5', '1234.5'],
  ['.5', '0.5'],
  ['007', '7'],
  ['0.10', '0.1'],
  ['0.1000', '0.1'],
  ['1.000', '1'],
  ['1,0000', '1'],
  ['12,345.5', '12345.5'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  // As it is written in India.
  ['12,34,567.8', '1234567.8'],
  ['1,23,456', '123456'],
  ['1.234.567,5', '1234567.5'],
  ['1,234,567.5', '1234567.5'],
  ['0,125', '0.125'],
  ['1234,125', '1234.125'],
  [`0.5${'0'.repeat(18)}`, '0.5'],
  ['١٫٥', '1.5'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['१२.५', '12.5'],
  ['１．５', '1.5'],
  ['１，２３４．５', '1234.5'],
  ['0.000000000000000001', '0.000000000000000001'],
])('what is typed as %j is read as %s', (typed, quantity) => {
  expect(readAmount(typed, 18)).toBe(quantity)
})

test.each([
  '',
  '0',
  '0.0',
  '.',
  '-1',
  '1e3',
  '0x10',
  '1,000',
  '12,000',
  '123,000',
  '1.2.3',
  '1,234,56',
  '1.234.56',
  '0,000,001',
  '0,123.5',
  '1.234,567,890',
  '1,234.567.890',
  '12.34.567',
  '1.234,567.8',
  '1,234.567,8',
  '1,23.5',
  '1234,567.8',
  ',234.5',
  '1.5 ETH',
  'ETH 1.5',
  '1.5x',
  'Infinity',
  // Which of the two an Arabic mark was meant to be is not to be told, as with a comma.
  '١٬٠٠٠',
  '１，０００',
  '10²',
  '½',
  '①',
  '1\u202e0',
  `0.${'0'.repeat(18)}1`,
])('what is typed as %j is no amount that anybody is asked for', (typed) => {
  expect(readAmount(typed, 18)).toBe(undefined)
})

test.each(['en', 'en-IN', 'hi', 'de', 'fr', 'de-CH', 'ar-EG', 'fa', 'mr', 'ja'])(
  'an amount from a thousand on, with decimals or of seven digits, is read as %s writes it',
  (locale) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
    fc.assert(
      fc.property(fc.integer({ min: 10 ** 6, max: 10 ** 10 }), (thousandths) => {
        // "1.234" alone is a bit more than one, whoever writes it.
        fc.pre(thousandths % 1000 > 0 || thousandths >= 10 ** 9)
        return readAmount(format.format(thousandths / 1000), 18) === toQuantity(BigInt(thousandths), 3)
      }),
    )
  },
)

test('an amount of 0 to 36 decimals is asked for to the last unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36 }), fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (decimals, units) => {
      const read = readAmount(toQuantity(units, decimals), decimals)
      return read !== undefined && toUnits(read, decimals) === units
    }),
  )
})

test('EIP-681: the chain and the amount in base units are part of the request', () => {
  expect(toPaymentLink(network('eip155', 8453), ADDRESSES.eip155, '0.2')).toBe(
    `ethereum:${ADDRESSES.eip155}@8453?value=200000000000000000`,
  )
})

test('Solana Pay and BIP-21 say whole coins, and Polkadot has no such link', () => {
  expect(toPaymentLink(network('solana', 'x', 9), ADDRESSES.solana, '1.5')).toBe(
    `solana:${ADDRESSES.solana}?amount=1.5`,
  )
  expect(toPaymentLink(network('bip122', 'x', 8), ADDRESSES.bip122, '0.01')).toBe(
    `bitcoin:${ADDRESSES.bip122}?amount=0.01`,
  )
  expect(toPaymentLink(network('polkadot', 'x', 10), ADDRESSES.polkadot, '1')).toBe(undefined)
})
