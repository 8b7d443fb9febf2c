import { createFakeServices, createTestLatchkey, type FakeGateway, fakeAccounts, fakeAddress } from '@latchkey/testing'
import { getBalance } from '@latchkey/wire/balance'
import { parseWith } from '@latchkey/wire/endpoint'
import { expect, test } from 'vitest'
import { fetchBalances } from './fetchBalances.ts'
import { formatAmount, formatFiat, getTotal, toUnits } from './rules.ts'
import { type Token, tokensOf } from './state.ts'

const ME = fakeAddress(1)
const CONTRACT = `eip155:1:0x${'5c'.repeat(20)}`
const GOOD = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2,
  value: 3,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
}
const bad = (parts: Record<string, unknown>) => ({ ...GOOD, address: CONTRACT, name: 'Bad', symbol: 'BAD', ...parts })
const quantity = (decimals: string, numeric: string) => ({ quantity: { decimals, numeric } })

/** What a visitor would be shown beside a good coin where a gateway says `answer`. */
async function read(answer: unknown): Promise<{ tokens: readonly Token[]; status: string }> {
  const gateway = {
    getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }),
    getBalance: () => {
      const parsed = parseWith(getBalance.answer, answer)
      if (!parsed.ok) throw new Error('The answer cannot be read.')
      return parsed.value
    },
  } as unknown as FakeGateway
  const { instance, latchkey } = createTestLatchkey({ services: createFakeServices({ gateway }), isStarted: false })
  const all = fakeAccounts(1)
  const [active] = all
  instance.stores.accounts.set(() => (active ? { byNamespace: { eip155: { active, all } } } : { byNamespace: {} }))
  await fetchBalances(instance)
  const { tokens = [], status } = tokensOf(instance).get()
  latchkey.destroy()
  return { tokens, status }
}

/** Whatever came, what is shown of it is short, finite, and without unseen signs. */
function expectHarmless(tokens: readonly Token[]): void {
  for (const { name, symbol, price, value, quantity: held } of tokens) {
    expect([...name].length).toBeLessThanOrEqual(64)
    expect([...symbol].length).toBeLessThanOrEqual(16)
    expect(name + symbol).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    for (const number of [price, value])
      expect(number === undefined || (Number.isFinite(number) && number >= 0)).toBe(true)
    expect(formatAmount(held.numeric)).not.toMatch(/NaN|∞|Infinity/)
  }
  const total = getTotal(tokens).value
  expect(Number.isFinite(total)).toBe(true)
  expect(formatFiat(total)).toMatch(/^\$/)
}

test.each<[string, Record<string, unknown>, Partial<Token>]>([
  ['markup in its name', { name: '<img src=x onerror=alert(1)>' }, { name: '<img src=x onerror=alert(1)>' }],
  ['letters that turn the line around', { symbol: '\u202eCDSU' }, { symbol: 'CDSU' }],
  ['letters without width', { symbol: 'U\u200bS\u200dD\u2060C' }, { symbol: 'USDC' }],
  ['a name of 10,000 letters', { name: 'x'.repeat(10_000) }, { name: 'x'.repeat(64) }],
  ['a symbol of 10,000 letters', { symbol: 'Y'.repeat(10_000) }, { symbol: 'Y'.repeat(16) }],
  ['half of a letter', { name: 'A\ud800B' }, { name: 'AB' }],
  ['a name of nothing that is seen', { name: '\u200b\u2800\u00ad' }, { name: '' }],
  ['36 decimals and one unit', quantity('36', `0.${'0'.repeat(35)}1`), { symbol: 'BAD' }],
  ['255 decimals', quantity('255', '1'), { symbol: 'BAD' }],
  ['one wei', quantity('18', '0.000000000000000001'), { symbol: 'BAD' }],
  [
    '2^256 - 1 units',
    quantity('18', '115792089237316195423570985008687907853269984665640564039457.584007913129639935'),
    { symbol: 'BAD' },
  ],
  ['a price below nothing', { price: -5, value: -100 }, { price: undefined, value: undefined }],
  ['a change that is more than all of it', { price: 5, priceChange: -1.5 }, { price: 5, change: undefined }],
  ['a change of a billion per cent', { price: 5, priceChange: 1e7 }, { price: 5, change: undefined }],
  ['a change of a price that is unknown', { price: 0, priceChange: 0.1 }, { price: undefined, change: undefined }],
  ['a worth below nothing at a good price', { price: 5, value: -100 }, { value: undefined }],
  ['the account itself as its contract', { address: `eip155:1:${ME}` }, { symbol: 'BAD' }],
  [
    'fields that nobody knows',
    JSON.parse('{"__proto__":{"polluted":true},"constructor":7,"toString":"x"}') as Record<string, unknown>,
    { symbol: 'BAD' },
  ],
])('a token with %s is shown harmlessly beside the others', async (_, parts, shown) => {
  const { tokens, status } = await read({ balances: [GOOD, bad(parts)] })
  expect(status).toBe('ready')
  expect(tokens.some(({ symbol }) => symbol === 'ETH')).toBe(true)
  const found = tokens.find(({ symbol }) => symbol !== 'ETH')
  for (const [name, value] of Object.entries(shown)) expect([name, found?.[name as keyof Token]]).toEqual([name, value])
  expectHarmless(tokens)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test.each<[string, unknown]>([
  ['a price that is no number', bad({ price: 'NaN' })],
  ['a change that is a text', bad({ priceChange: '<b>+5 %</b>' })],
  ['a quantity below nothing', bad(quantity('18', '-1'))],
  ['a quantity with an exponent', bad(quantity('18', '1e77'))],
  ['a quantity that is not said', bad({ quantity: undefined })],
  ['decimals below nothing', bad(quantity('-1', '1'))],
  ['a name that is an object', bad({ name: { toString: 'x' } })],
  ['a network that is none', bad({ chainId: '<script>' })],
  ['nothing in it', {}],
  ['null in its place', null],
  ['a list in its place', [[]]],
])('a token with %s is left out alone', async (_, item) => {
  const { tokens, status } = await read({ balances: [item, GOOD] })
  expect([status, tokens.map(({ symbol }) => symbol)]).toEqual(['ready', ['ETH']])
})

test.each<[string, unknown]>([
  ['a text', '<!doctype html><h1>502'],
  ['a list', []],
  ['null', null],
  ['balances that are no list', { balances: { ETH: GOOD } }],
])('an answer that is %s is a failure, never an empty account', async (_, answer) => {
  const { tokens, status } = await read(answer)
  expect([status, tokens]).toEqual(['failed', []])
})

test('a token that is said twice is held once, and its worth counts once', async () => {
  const { tokens } = await read({
    balances: [
      GOOD,
      bad({}),
      bad({}),
      bad({ address: CONTRACT.toUpperCase().replace('EIP155', 'eip155').replace('0X', '0x') }),
    ],
  })
  expect(tokens.filter(({ symbol }) => symbol === 'BAD')).toHaveLength(1)
  expect(getTotal(tokens).value).toBe(6)
})

test('a token of another network than the one that was asked for is not shown among its own', async () => {
  const { tokens } = await read({ balances: [GOOD, bad({ chainId: 'eip155:999' })] })
  expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH'])
})

test('10,000 tokens are read, and amounts of 255 decimals keep every digit', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    bad({ address: `eip155:1:0x${index.toString(16).padStart(40, '0')}` }),
  )
  expect((await read({ balances: many })).tokens).toHaveLength(10_000)
  expect(toUnits('1', 255)).toBe(10n ** 255n)
})
