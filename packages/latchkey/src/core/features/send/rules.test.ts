import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitcoin } from '../../../networks/bip122.ts'
import type { Network } from '../../types/network.ts'
import { toQuantity } from '../tokens/rules.ts'
import type { Token } from '../tokens/state.ts'
import {
  findPrefillMistake,
  getForm,
  getMost,
  getStep,
  listSendTokens,
  RENT_LAMPORTS,
  RESERVED_GAS,
  readUnits,
  type SendToken,
  SIGNATURE_LAMPORTS,
  toAmountText,
  toNftToken,
  toRequest,
} from './rules.ts'
import { EMPTY_FORM, type NamedRecipient } from './state.ts'

const CONTRACT = `0x${'1f'.repeat(20)}`
const TO = `0x${'b2'.repeat(20)}`
const coin: SendToken = {
  key: 'native',
  address: undefined,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  balance: 10n ** 18n,
  price: 2_000,
  iconUrl: undefined,
}
const token: SendToken = { ...coin, key: CONTRACT, address: CONTRACT, symbol: 'PINE', decimals: 6, balance: 5_000_000n }
const form = { ...EMPTY_FORM, token: 'native', amount: '0.5', to: TO }
const step = (change: Partial<typeof form>, more: Partial<Parameters<typeof getStep>[1]> = {}) =>
  getStep({ ...form, ...change }, { tokens: [coin, token], gasPrice: 10n ** 9n, accountType: 'eoa', ...more })

test.each([
  ['selectToken', { token: undefined }],
  ['selectToken', { token: 'gone' }],
  ['addAmount', { amount: ' ' }],
  ['incorrectValue', { amount: 'much' }],
  ['incorrectValue', { amount: '0' }],
  ['incorrectValue', { amount: '0.0000000000000000001' }],
  ['insufficientFunds', { amount: '1.1' }],
  ['insufficientFee', { amount: '1' }],
  ['addAddress', { to: '' }],
  ['invalidAddress', { to: '0x12' }],
  ['invalidAddress', { to: `${TO}00` }],
  ['invalidAddress', { to: `${TO}\u200b` }],
  ['invalidAddress', { to: 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt' }],
  ['ready', {}],
  ['ready', { to: TO.slice(2) }],
  ['ready', { to: ` ${TO.toUpperCase().replace('X', 'x')} ` }],
  ['insufficientFunds', { token: CONTRACT, amount: '5.000001' }],
  ['ready', { token: CONTRACT, amount: '5' }],
] as const)('%s: of a form with %j', (expected, change) => {
  expect(step(change as Partial<typeof form>)).toBe(expected)
})

test('a token is not sent without the coin for its fee, but by a smart account', () => {
  const tokens = [{ ...coin, balance: 0n }, token]
  expect(step({ token: CONTRACT, amount: '1' }, { tokens })).toBe('insufficientFee')
  expect(step({ token: CONTRACT, amount: '1' }, { tokens, accountType: 'smartAccount' })).toBe('ready')
})

test('the most of a coin leaves 65,000 gas, of a token nothing, and no fee is guessed', () => {
  expect(getMost(coin, 10n ** 9n)).toBe(10n ** 18n - RESERVED_GAS * 10n ** 9n)
  expect(getMost({ ...coin, balance: 1n }, 10n ** 9n)).toBe(0n)
  expect(getMost(coin, undefined)).toBeUndefined()
  expect(getMost(token, undefined)).toBe(5_000_000n)
})

test('whatever is typed of 0 to 36 decimals is sent to the last unit', () => {
  const units = fc.bigInt(1n, (1n << 256n) - 1n)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36 }), units, (decimals, amount) => {
      const of = { ...token, decimals, balance: amount }
      const typed = { ...form, token: of.key, amount: toQuantity(amount, decimals) }
      expect(toRequest(typed, [of])?.amount).toBe(amount)
    }),
  )
})

test('a worth is turned into an amount by the price, and into none without one', () => {
  expect(readUnits({ ...form, isFiat: true, amount: '1000' }, coin)).toBe(5n * 10n ** 17n)
  expect(readUnits({ ...form, isFiat: true, amount: '1000' }, { ...coin, price: undefined })).toBeUndefined()
  expect(readUnits({ ...form, isFiat: true, amount: '1000' }, { ...coin, price: 0 })).toBeUndefined()
  expect(readUnits({ ...form, isFiat: true, amount: '9'.repeat(40) }, { ...coin, price: 1e-9 })).toBeUndefined()
})

const network: Network = {
  id: 1,
  name: 'Here',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
const held = (part: Partial<Token>): Token => ({
  name: 'Pine',
  symbol: 'PINE',
  chainId: 'eip155:1',
  address: `eip155:1:${CONTRACT}`,
  value: undefined,
  price: undefined,
  quantity: { decimals: 6, numeric: '5' },
  iconUrl: undefined,
  ...part,
})

test('what is of another network, of no number or of no contract is not offered', () => {
  const tokens = [
    held({}),
    held({ chainId: 'eip155:10' }),
    held({ quantity: { decimals: 6, numeric: 'NaN' } }),
    held({ address: 'eip155:1:0x12' }),
    held({ address: 'eip155:1:javascript' }),
  ]
  expect(listSendTokens({ tokens, native: undefined }, network).map(({ key }) => key)).toEqual([CONTRACT])
})

test('the coin that only the chain itself said is offered first', () => {
  const native = { value: 7n, decimals: 18, symbol: 'ETH' }
  const keys = listSendTokens({ tokens: [held({})], native }, network).map(({ key }) => key)
  expect(keys).toEqual(['native', CONTRACT])
})

test.each([
  [undefined, 'readingName'],
  [{ status: 'reading' }, 'readingName'],
  [{ status: 'unknown' }, 'unknownName'],
  [{ status: 'unread' }, 'unreadName'],
  [{ status: 'found', name: 'mira.eth', address: TO }, 'ready'],
  [{ status: 'found', typed: 'mira.et', name: 'mira.et', address: TO }, 'readingName'],
  [{ status: 'found', networkId: 'eip155:10', name: 'mira.eth', address: TO }, 'readingName'],
] as const)('SEC-93: a name of which is known %j leaves the form at %s', (known, expected) => {
  const named = known && ({ networkId: 'eip155:1', typed: 'mira.eth', ...known } as NamedRecipient)
  const typed = { ...form, networkId: 'eip155:1', to: ' mira.eth ' } as const
  expect(step(typed, { named })).toBe(expected)
  expect(toRequest(typed, [coin], { ...(named ? { named } : {}) })?.to).toBe(expected === 'ready' ? TO : undefined)
})

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const FRIEND = 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt'
const sol = { ...coin, symbol: 'SOL', decimals: 9, balance: 1_000_000_000n }

test('on Solana an address of its own counts, in its own case, and no other', () => {
  const on = { namespace: 'solana' as const, gasPrice: undefined, tokens: [sol] }
  expect(step({ to: FRIEND }, on)).toBe('ready')
  expect(step({ to: TO }, on)).toBe('invalidAddress')
  expect(toRequest({ ...form, to: ` ${FRIEND} ` }, [sol], { namespace: 'solana' })).toEqual({
    to: FRIEND,
    amount: 500_000_000n,
    token: undefined,
  })
})

test('the fee of Solana and the rent are kept back, and a token of an empty account cannot leave', () => {
  const on = { namespace: 'solana' as const, gasPrice: undefined }
  expect(getMost(sol, undefined, 'solana')).toBe(1_000_000_000n - 205_000n - RENT_LAMPORTS)
  const leave = (lamports: bigint) =>
    step({ amount: toQuantity(sol.balance - SIGNATURE_LAMPORTS - lamports, 9), to: FRIEND }, { ...on, tokens: [sol] })
  // Either nothing stays, or as much as an account needs.
  expect([leave(0n), leave(1n), leave(RENT_LAMPORTS - 1n), leave(RENT_LAMPORTS)]).toEqual([
    'ready',
    'insufficientFee',
    'insufficientFee',
    'ready',
  ])
  const broke = { ...sol, balance: SIGNATURE_LAMPORTS - 1n }
  const dollars = { ...token, key: MINT, address: MINT }
  expect(step({ token: MINT, amount: '1', to: FRIEND }, { ...on, tokens: [broke, dollars] })).toBe('insufficientFee')
  expect(step({ token: MINT, amount: '1', to: FRIEND }, { ...on, tokens: [sol, dollars] })).toBe('ready')
})

test('tokens of Solana keep the case of their mints', () => {
  const network = {
    chainNamespace: 'solana',
    caipNetworkId: 'solana:x',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const held = {
    name: 'Dollar',
    symbol: 'USDC',
    chainId: 'solana:x',
    address: `solana:x:${MINT}`,
    value: undefined,
    price: 1,
    quantity: { decimals: 6, numeric: '2' },
    iconUrl: undefined,
  }
  const tokens = listSendTokens(
    { tokens: [held, { ...held, address: `solana:x:${TO}` }] as Token[], native: undefined },
    network as Network,
  )
  expect(tokens.map(({ key, address }) => [key, address])).toEqual([[MINT, MINT]])
})

const place = (id: string, chainNamespace: Network['chainNamespace']): Network =>
  ({ caipNetworkId: `${chainNamespace}:${id}`, chainNamespace }) as Network
const asked = { networkId: 'eip155:1', amount: '0.25', to: TO } as const

test.each([
  [undefined, asked],
  [undefined, { ...asked, token: CONTRACT.toUpperCase().replace('X', 'x'), amount: '5' }],
  [undefined, { ...asked, to: 'oak.eth' }],
  ['NETWORK_NOT_FOUND', { ...asked, networkId: 'eip155:99' }],
  ['NETWORK_NOT_FOUND', {}],
  ['NETWORK_NOT_FOUND', null],
  ['CHAIN_UNSUPPORTED', { ...asked, networkId: 'polkadot:x' }],
  ['RECIPIENT_INVALID', { ...asked, to: '0x12' }],
  ['RECIPIENT_INVALID', { ...asked, to: 7 }],
  ['AMOUNT_INVALID', { ...asked, amount: '' }],
  ['AMOUNT_INVALID', { ...asked, amount: 1 }],
  ['AMOUNT_INVALID', { ...asked, amount: '-1' }],
  ['AMOUNT_INVALID', { ...asked, token: CONTRACT, amount: '0.0000001' }],
  ['TOKEN_NOT_FOUND', { ...asked, token: TO }],
  ['TOKEN_NOT_FOUND', { ...asked, token: '<b>' }],
] as const)('%s: of what a site asks to be sent: %j', (mistake, send) => {
  const networks = [place('1', 'eip155'), place('x', 'polkadot')]
  expect(findPrefillMistake(send as never, { networks, tokens: [coin, token] })).toBe(mistake)
})

test('an NFT of Solana is sent as the token that it is, one of it, under its own mint', () => {
  const contract = 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt'
  const nft = toNftToken({
    networkId: 'solana:x',
    contract,
    tokenId: '0',
    standard: 'METAPLEX',
    quantity: '1',
    name: 'Low Sun #7',
    imageUrl: undefined,
  })
  const to = 'So11111111111111111111111111111111111111112'
  expect(toRequest({ ...form, token: nft.key, amount: '1', to }, [nft], { namespace: 'solana' })).toEqual({
    to,
    amount: 1n,
    token: { address: contract, decimals: 0 },
  })
  expect(toAmountText(1n, nft)).toBe('Low Sun #7')
})

test('of Bitcoin nobody here knows what there is or what it takes: the wallet says so, and no most is offered', () => {
  const networkId = bitcoin.caipNetworkId
  const tokens = listSendTokens({ tokens: undefined, native: undefined }, bitcoin)
  expect(tokens).toMatchObject([{ key: 'native', symbol: 'BTC', decimals: 8, balance: undefined }])
  expect(getForm({ form: EMPTY_FORM }, networkId).token).toBe('native')
  const [only] = tokens
  expect(only && getMost(only, undefined, 'bip122')).toBeUndefined()
  expect(only && getMost({ ...only, balance: 5n }, undefined, 'bip122')).toBeUndefined()
  const bitcoins = (to: string, amount = '21') =>
    getStep(
      { ...form, networkId, to, amount },
      { tokens, gasPrice: undefined, accountType: 'payment', namespace: 'bip122', networkId },
    )
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  expect(bitcoins(address)).toBe('ready')
  expect(bitcoins(address, '0.000000001')).toBe('incorrectValue')
  expect(bitcoins('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toBe('ready')
  expect(bitcoins(`tb1${address.slice(3)}`)).toBe('otherNetwork')
  expect(bitcoins('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toBe('otherNetwork')
  expect(bitcoins(TO)).toBe('invalidAddress')
  expect(toRequest({ ...form, networkId, to: address, amount: '0.00000001' }, tokens, { namespace: 'bip122' })).toEqual(
    {
      to: address,
      amount: 1n,
      token: undefined,
    },
  )
})
