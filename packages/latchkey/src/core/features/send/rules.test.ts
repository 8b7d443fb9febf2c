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
  ['addAddress', { to: ' ' }],
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

test('the fee is that of a bare transfer for the coin, and of 65,000 gas for a token, to the last unit', () => {
  const gasPrice = 7n
  const at = (balance: bigint, change: Partial<typeof form>) =>
    step(change, { gasPrice, tokens: [token, { ...coin, balance }] })
  const half = 5n * 10n ** 17n
  expect(at(half + 21_000n * gasPrice, {})).toBe('ready')
  expect(at(half + 21_000n * gasPrice - 1n, {})).toBe('insufficientFee')
  expect(at(RESERVED_GAS * gasPrice, { token: CONTRACT, amount: '1' })).toBe('ready')
  expect(at(RESERVED_GAS * gasPrice - 1n, { token: CONTRACT, amount: '1' })).toBe('insufficientFee')
})

test('who could pay the fee is asked of nobody where the coin, what there is of it, or the fee is not known', () => {
  expect(step({ token: CONTRACT, amount: '1' }, { tokens: [token] })).toBe('ready')
  expect(step({}, { tokens: [{ ...coin, balance: undefined }] })).toBe('ready')
  expect(step({ amount: '1' }, { gasPrice: undefined })).toBe('ready')
  expect(step({ amount: '1' }, { accountType: 'smartAccount' })).toBe('ready')
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

test('a form that is not filled in makes no request, and the token in it is the one that is sent', () => {
  const whole = { ...form, token: CONTRACT, amount: '1', to: TO }
  expect(toRequest(whole, [coin, token])).toEqual({
    to: TO,
    amount: 1_000_000n,
    token: { address: CONTRACT, decimals: 6 },
  })
  expect(toRequest({ ...whole, token: 'native', to: TO.slice(2) }, [token, coin])).toEqual({
    to: TO,
    amount: 10n ** 18n,
    token: undefined,
  })
  for (const change of [{ token: 'gone' }, { token: undefined }, { amount: '' }, { to: '' }, { to: 'oak.eth' }])
    expect(toRequest({ ...whole, ...change }, [coin, token])).toBeUndefined()
})

test('a worth has as many digits as its token, eight at most, and no worth of nothing is an amount', () => {
  const worth = (amount: string, of: SendToken) => readUnits({ ...form, isFiat: true, amount }, of)
  expect(worth('1', { ...token, price: 3 })).toBe(333_333n)
  expect(worth('1', { ...coin, price: 3 })).toBe(33_333_333n * 10n ** 10n)
  expect(worth('0.000001', { ...token, decimals: 0, price: 3 })).toBeUndefined()
  expect(worth('much', coin)).toBeUndefined()
  expect(worth('1', { ...token, price: 1e-21 })).toBeUndefined()
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

test('the coin stands once where the chain and the gateway said it, and is offered by what it is called', () => {
  const native = { value: 7n, decimals: 18, symbol: 'ETH' }
  const tokens = listSendTokens({ tokens: [held({ address: undefined, name: 'Ether' })], native }, network)
  expect(tokens.map(({ key, address }) => [key, address])).toEqual([['native', undefined]])
  const written = `0x${'B2'.repeat(20)}`
  const [mixed] = listSendTokens({ tokens: [held({ address: `eip155:1:${written}` })], native: undefined }, network)
  expect([mixed?.key, mixed?.address]).toEqual([TO, written])
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

test.each([
  [undefined, asked],
  [undefined, { ...asked, token: TO }],
  ['AMOUNT_INVALID', { ...asked, amount: 'much' }],
  ['TOKEN_NOT_FOUND', { ...asked, token: MINT }],
  ['TOKEN_NOT_FOUND', { ...asked, token: 7 }],
] as const)('%s: of what a site asks to be sent before tokens are read: %j', (mistake, send) => {
  expect(findPrefillMistake(send as never, { networks: [place('1', 'eip155')], tokens: undefined })).toBe(mistake)
})

test('a coin that is asked for is the coin, whatever is held before it, and Solana and Bitcoin have one too', () => {
  const networks = [place('x', 'solana'), place('b', 'bip122'), place('1', 'eip155')]
  const find = (send: object, tokens: readonly SendToken[]) =>
    findPrefillMistake({ amount: '1', ...send } as never, { networks, tokens })
  expect(find({ networkId: 'eip155:1', to: TO, amount: '0.0000001' }, [token, coin])).toBeUndefined()
  expect(find({ networkId: 'eip155:1', to: TO }, [token])).toBe('TOKEN_NOT_FOUND')
  expect(find({ networkId: 'solana:x', to: FRIEND }, [sol])).toBeUndefined()
  const bitcoins = listSendTokens({ tokens: undefined, native: undefined }, bitcoin)
  expect(find({ networkId: 'bip122:b', to: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, bitcoins)).toBeUndefined()
})

test('an NFT of the EVM is told apart by contract and number, and only what there are several of is counted', () => {
  const nft = {
    networkId: 'eip155:1',
    contract: TO.toUpperCase().replace('X', 'x'),
    tokenId: '7',
    quantity: '3',
    name: 'Low Sun',
    imageUrl: undefined,
  } as const
  const several = toNftToken({ ...nft, standard: 'ERC1155' })
  expect([several.key, several.balance]).toEqual([`${TO}/7`, 3n])
  expect(toAmountText(2n, several)).toBe('2 × Low Sun')
  expect(toAmountText(1n, toNftToken({ ...nft, standard: 'ERC721' }))).toBe('Low Sun')
  expect(toAmountText(1_500_000n, token)).toBe('1.5 PINE')
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
  expect(nft.key).toBe(`${contract}/0`)
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
