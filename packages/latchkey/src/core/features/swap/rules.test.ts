import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toQuantity } from '../tokens/rules.ts'
import {
  getLeast,
  getMostPaid,
  getSwapStep,
  type Held,
  isQuoteOf,
  isSameOn,
  MOST_SLIPPAGE,
  readPaid,
  SWAP_GAS,
  toLeast,
} from './rules.ts'
import { EMPTY_FORM, type SwapForm, type SwapQuote, type SwapState, type SwapToken } from './state.ts'

const token = (decimals: number, address?: string): SwapToken => ({
  key: address ?? 'native',
  address,
  name: 'Token',
  symbol: 'TKN',
  decimals,
  iconUrl: undefined,
  isListed: true,
  takesPermit: false,
})
const units = fc.bigInt({ min: 0n, max: (1n << 200n) - 1n })
const decimals = fc.integer({ min: 0, max: 36 })
const slippage = fc.integer({ min: 0, max: MOST_SLIPPAGE * 100 }).map((bips) => bips / 100)

test('every amount that is written out is read back as the same base units, and nothing is no amount', () => {
  fc.assert(
    fc.property(units, decimals, (amount, digits) => {
      const form = { ...EMPTY_FORM, from: token(digits) }
      const written = toQuantity(amount, digits)
      const asked = amount === 0n ? undefined : amount
      expect(readPaid({ ...form, amount: written })).toBe(asked)
      const withComma = written.replace('.', ',')
      // "1,000" could be one or a thousand.
      const isUnclear = /^[1-9]\d{0,2},\d{3}$/.test(withComma)
      expect(readPaid({ ...form, amount: withComma })).toBe(isUnclear ? undefined : asked)
      // A digit more than the token has is no amount, never a rounded one.
      expect(
        readPaid({ ...form, amount: `${written.includes('.') ? written : `${written}.`}${'0'.repeat(digits)}1` }),
      ).toBeUndefined()
    }),
  )
})

test('the least that comes out is never less than the slippage allows, and never more than the quote', () => {
  fc.assert(
    fc.property(units, slippage, slippage, (got, one, other) => {
      const least = toLeast(got, one)
      const bips = BigInt(Math.round(one * 100))
      expect(least * 10_000n).toBeGreaterThanOrEqual(got * (10_000n - bips))
      expect((least - 1n) * 10_000n).toBeLessThan(got * (10_000n - bips))
      expect(least).toBeLessThanOrEqual(got)
      expect(toLeast(got, Math.max(one, other))).toBeLessThanOrEqual(toLeast(got, Math.min(one, other)))
      expect(toLeast(got, 0)).toBe(got)
      expect(getLeast({ got, isExact: true }, one)).toBe(got)
    }),
  )
})

test('the most of a coin that can be paid leaves the fee, and is never below nothing', () => {
  fc.assert(
    fc.property(units, fc.bigInt({ min: 0n, max: 10n ** 15n }), (balance, wei) => {
      const most = getMostPaid(token(18), balance, wei) ?? -1n
      expect(most).toBeGreaterThanOrEqual(0n)
      expect(most).toBe(balance > SWAP_GAS * wei ? balance - SWAP_GAS * wei : 0n)
      // On Solana fees and deposits have a price of their own.
      expect(getMostPaid(token(9), 6_500_000n + balance, wei, 'solana:x')).toBe(balance)
      expect(getMostPaid(token(18, '0x1'), balance, wei)).toBe(balance)
      expect(getMostPaid(token(18), balance, undefined)).toBeUndefined()
    }),
  )
})

const coin = token(18)
const dollar = token(6, '0xd011a4')
const form: SwapForm = { ...EMPTY_FORM, networkId: 'eip155:1', from: dollar, to: coin, amount: '2' }
const quote: SwapQuote = {
  networkId: 'eip155:1',
  from: dollar,
  to: coin,
  paid: 2_000_000n,
  got: 10n ** 15n,
  least: 10n ** 15n,
  slippage: 1,
  isExact: false,
  router: '0x1',
  impact: 0,
  feePercent: 0,
  path: [],
  askedAt: 0,
}
const GAS_PRICE = 10n ** 9n
const FEE = SWAP_GAS * GAS_PRICE
const holds = (coins: bigint, dollars: bigint): readonly Held[] => [
  { key: dollar.key, address: dollar.address, balance: dollars },
  { key: coin.key, address: undefined, balance: coins },
]
type Case = {
  readonly form?: Partial<SwapForm>
  readonly state?: Partial<Pick<SwapState, 'quote' | 'asked'>>
  readonly held?: readonly Held[] | undefined
  readonly accountType?: 'eoa' | 'smartAccount'
}
const stepOf = ({ form: change, state, held = holds(FEE, 2_000_000n), accountType = 'eoa' }: Case) =>
  getSwapStep(
    { quote, asked: { status: 'done' }, ...state },
    { ...form, ...change },
    { held, gasPrice: GAS_PRICE, accountType },
  )
const paysCoin = { from: coin, to: dollar, amount: '1' }
const ofCoin = { ...quote, from: coin, to: dollar, paid: 10n ** 18n }

test.each<[expected: string, what: string, given: Case]>([
  ['ready', 'what is there, with its fee, and its quote', {}],
  ['selectToken', 'nothing to pay with', { form: { from: undefined } }],
  ['selectToken', 'nothing to get', { form: { to: undefined } }],
  ['enterAmount', 'no amount', { form: { amount: ' ' } }],
  ['incorrectValue', 'more digits than the token has', { form: { amount: '0.0000001' } }],
  ['insufficientBalance', 'a unit too little', { held: holds(FEE, 1_999_999n) }],
  ['insufficientBalance', 'a token that is not held', { held: holds(FEE, 0n).slice(1) }],
  ['insufficientFee', 'a unit too little for the fee', { held: holds(FEE - 1n, 2_000_000n) }],
  ['ready', 'a fee that others pay', { held: holds(FEE - 1n, 2_000_000n), accountType: 'smartAccount' }],
  ['ready', 'a coin of which nothing is known', { held: holds(0n, 2_000_000n).slice(0, 1) }],
  ['ready', 'a coin and its fee', { form: paysCoin, state: { quote: ofCoin }, held: holds(10n ** 18n + FEE, 0n) }],
  [
    'insufficientFee',
    'a coin and a unit less than its fee',
    { form: paysCoin, state: { quote: ofCoin }, held: holds(10n ** 18n + FEE - 1n, 0n) },
  ],
  ['quoting', 'a quote on its way', { state: { quote: undefined, asked: { status: 'reading' } } }],
  ['quoting', 'a quote that nobody has asked for yet', { state: { quote: undefined, asked: { status: 'none' } } }],
  ['unquoted', 'a quote that could not be had', { state: { quote: undefined, asked: { status: 'failed' } } }],
  [
    'insufficientLiquidity',
    'too little in the pools',
    { state: { quote: undefined, asked: { status: 'failed', code: 'LIQUIDITY_INSUFFICIENT' } } },
  ],
  ['unquoted', 'the quote before, which is no way on', { state: { asked: { status: 'failed' } } }],
])('%s: of a swap with %s', (expected, _, given) => {
  expect(stepOf(given)).toBe(expected)
})

test('what is not known of a balance stops nobody, and on Solana a signature is paid for', () => {
  const ask = (networkId: string, held: readonly Held[] | undefined) =>
    getSwapStep(
      { quote: { ...ofCoin, networkId: networkId as 'eip155:1' }, asked: { status: 'done' } },
      { ...form, ...paysCoin, networkId: networkId as 'eip155:1' },
      { held, gasPrice: undefined, accountType: 'eoa' },
    )
  expect(ask('eip155:1', undefined)).toBe('ready')
  expect(ask('eip155:1', holds(10n ** 18n, 0n))).toBe('ready')
  expect(ask('solana:x', holds(10n ** 18n + 5_000n, 0n))).toBe('ready')
  expect(ask('solana:x', holds(10n ** 18n + 4_999n, 0n))).toBe('insufficientFee')
})

test('a quote counts for the network, the tokens and the amount that it was asked for, and for nothing else', () => {
  expect(isQuoteOf(quote, form)).toBe(true)
  expect(isQuoteOf(quote, { ...form, amount: '2.000000' })).toBe(true)
  expect(isQuoteOf(undefined, form)).toBe(false)
  const others: readonly Partial<SwapForm>[] = [
    { networkId: 'eip155:10' },
    { from: token(6, '0xd011a5') },
    { from: undefined },
    { to: token(18, '0xc0') },
    { to: undefined },
    { amount: '2.000001' },
    { amount: '' },
  ]
  for (const change of others) expect(isQuoteOf(quote, { ...form, ...change })).toBe(false)
})

test('addresses of the EVM are the same in any case, those of Solana to the letter', () => {
  expect(isSameOn('eip155:1', '0xABcd', '0xabCD')).toBe(true)
  expect(isSameOn('eip155:1', '0xabcd', '0xabce')).toBe(false)
  expect(isSameOn('solana:x', 'AbC', 'AbC')).toBe(true)
  expect(isSameOn('solana:x', 'AbC', 'abc')).toBe(false)
})
