import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { checkSwap, NATIVE_TOKEN, type SwapTerms } from './checkSwap.ts'
import { AGGREGATORS, findRouters } from './markets.ts'
import { readSwap } from './readSwap.ts'

const me = `0x${'a1'.repeat(20)}` as const
const thief = `0x${'bd'.repeat(20)}` as const
const executor = `0x${'ee'.repeat(19)}01` as const
const dollar = `0x${'d0'.repeat(20)}` as const
const pine = `0x${'f1'.repeat(20)}` as const

const kyberAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Description desc; bytes clientData; }',
  'function swap(Execution execution)',
  'function swapSimpleMode(address caller, Description desc, bytes executorData, bytes clientData)',
])
const inchAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
])

type Wish = {
  sell: Hex
  buy: Hex
  amount: bigint
  taken: readonly bigint[]
  minimum: bigint
  recipient: Hex
  flags: bigint
  permit: Hex
  feeReceivers: readonly Hex[]
  feeAmounts: readonly bigint[]
}

const HONEST: Wish = {
  sell: dollar,
  buy: pine,
  amount: 1_000n,
  taken: [1_000n],
  minimum: 990n,
  recipient: me,
  flags: 0n,
  permit: '0x',
  feeReceivers: [],
  feeAmounts: [],
}

function describeKyber(changes: Partial<Wish>) {
  const wish = { ...HONEST, ...changes }
  return {
    srcToken: wish.sell,
    dstToken: wish.buy,
    srcReceivers: wish.taken.map(() => executor),
    srcAmounts: wish.taken,
    feeReceivers: wish.feeReceivers,
    feeAmounts: wish.feeAmounts,
    dstReceiver: wish.recipient,
    amount: wish.amount,
    minReturnAmount: wish.minimum,
    flags: wish.flags,
    permit: wish.permit,
  }
}

const FORMS = {
  "KyberSwap's swap": [
    'kyberswap',
    (changes: Partial<Wish>) =>
      encodeFunctionData({
        abi: kyberAbi,
        functionName: 'swap',
        args: [
          {
            callTarget: executor,
            approveTarget: executor,
            targetData: '0x1234',
            desc: describeKyber(changes),
            clientData: '0x56',
          },
        ],
      }),
  ],
  "KyberSwap's swapSimpleMode": [
    'kyberswap',
    (changes: Partial<Wish>) =>
      encodeFunctionData({
        abi: kyberAbi,
        functionName: 'swapSimpleMode',
        args: [executor, describeKyber(changes), '0x1234', '0x56'],
      }),
  ],
  "1inch's swap": [
    '1inch',
    (changes: Partial<Wish>) => {
      const { sell, buy, recipient, amount, minimum, flags } = { ...HONEST, ...changes }
      const desc = {
        srcToken: sell,
        dstToken: buy,
        srcReceiver: executor,
        dstReceiver: recipient,
        amount,
        minReturnAmount: minimum,
        flags,
      }
      return encodeFunctionData({ abi: inchAbi, functionName: 'swap', args: [executor, desc, '0x1234'] })
    },
  ],
} as const

const terms: SwapTerms = {
  account: me,
  sell: dollar,
  buy: pine,
  amount: 1_000n,
  minimumOut: 990n,
  feeBips: 0,
  routers: findRouters('eip155:1'),
  nowS: 1_800_000_000,
}

describe.each(Object.entries(FORMS))('%s', (_form, [kind, build]) => {
  const to = AGGREGATORS[kind].router
  const check = (changes: Partial<Wish> = {}, other: { to?: Hex; value?: bigint; terms?: Partial<SwapTerms> } = {}) =>
    checkSwap({ to: other.to ?? to, data: build(changes), value: other.value ?? 0n }, { ...terms, ...other.terms })

  test('what the visitor saw passes, also where the coin is paid or received', () => {
    expect(check()).toBeUndefined()
    expect(check({ minimum: 995n })).toBeUndefined()
    expect(check({ sell: NATIVE_TOKEN }, { value: 1_000n, terms: { sell: NATIVE_TOKEN } })).toBeUndefined()
    expect(check({ buy: NATIVE_TOKEN }, { terms: { buy: NATIVE_TOKEN } })).toBeUndefined()
  })

  test.each([
    ['another recipient', { recipient: thief }, 'recipient'],
    ['no recipient', { recipient: `0x${'00'.repeat(20)}` }, 'recipient'],
    ['a lower minimum', { minimum: 989n }, 'minimum'],
    ['another amount', { amount: 1_001n, taken: [1_001n] }, 'amount'],
    ['another token sold', { sell: pine }, 'sell'],
    ['another token bought', { buy: dollar }, 'buy'],
    ['a fill in part', { flags: 1n }, 'form'],
  ] satisfies [string, Partial<Wish>, string][])('SEC-97: %s is refused', (_lie, changes, reason) => {
    expect(check(changes)).toBe(reason)
  })

  test('SEC-97: another target, a coin on top, a form of the other router and what is cut off are refused', () => {
    expect(check({}, { to: thief })).toBe('target')
    expect(check({}, { value: 1n })).toBe('value')
    const other = AGGREGATORS[kind === '1inch' ? 'kyberswap' : '1inch'].router
    expect(check({}, { to: other })).toBe('form')
    const data = build({})
    expect(checkSwap({ to, data: data.slice(0, 200), value: 0n }, terms)).toBe('form')
    // No market of Uniswap's is called by an aggregator's data, which the same selector may mean something else to.
    const [uniswap] = terms.routers
    expect(check({}, { to: uniswap?.address as Hex })).toBe('form')
  })
})

test("SEC-97: KyberSwap's router may take no more than the amount, no fee and no permit", () => {
  const [kind, build] = FORMS["KyberSwap's swap"]
  expect(readSwap(me, build({ taken: [600n, 400n] }), kind)).toBeDefined()
  expect(readSwap(me, build({ taken: [600n, 401n] }), kind)).toBeUndefined()
  expect(readSwap(me, build({ feeReceivers: [thief], feeAmounts: [1n] }), kind)).toBeUndefined()
  expect(readSwap(me, build({ feeAmounts: [1n] }), kind)).toBeUndefined()
  expect(readSwap(me, build({ permit: '0x12' }), kind)).toBeUndefined()
})

test('a chain without published routers has none', () => {
  expect(findRouters('eip155:31337')).toEqual([])
  expect(findRouters('eip155:100').map(({ kind }) => kind)).toEqual(['1inch'])
})
