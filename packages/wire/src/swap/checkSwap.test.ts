import fc from 'fast-check'
import { concat, encodeFunctionData, encodePacked, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { checkApproval, checkSwap, NATIVE_TOKEN, type SwapTerms } from './checkSwap.ts'
import { findRouters } from './markets.ts'
import { ADDRESS_THIS, readSwap } from './readSwap.ts'

const me = `0x${'a1'.repeat(20)}` as const
const thief = `0x${'bd'.repeat(20)}` as const
const router = `0x${'c0'.repeat(20)}` as const
const wrapped = `0x${'e0'.repeat(20)}` as const
const dollar = `0x${'d0'.repeat(20)}` as const
const pine = `0x${'f1'.repeat(20)}` as const
const NOW = 1_800_000_000

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Path { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function multicall(uint256 deadline, bytes[] data)',
  'function exactInputSingle(Single params)',
  'function exactInput(Path params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])
const v2 = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

/** One swap by the longest form there is, of which single things can be changed. */
function build(changes: Partial<typeof HONEST> = {}): Hex {
  const { tokenIn, tokenOut, recipient, amountIn, minimum, deadline, limit, fee, extra, permit } = {
    ...HONEST,
    ...changes,
  }
  const to = fee === undefined ? recipient : ADDRESS_THIS
  const calls = [
    encodeFunctionData({
      abi,
      functionName: 'exactInputSingle',
      args: [
        { tokenIn, tokenOut, fee: 500, recipient: to, amountIn, amountOutMinimum: minimum, sqrtPriceLimitX96: limit },
      ],
    }),
  ]
  if (permit !== undefined) {
    const args = [permit.token, permit.amount, 1n, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
    calls.unshift(encodeFunctionData({ abi, functionName: 'selfPermit', args }))
  }
  if (fee !== undefined) {
    const args = [tokenOut, minimum, recipient, fee, thief] as const
    calls.push(encodeFunctionData({ abi, functionName: 'sweepTokenWithFee', args }))
  }
  return encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, [...calls, ...extra]] })
}

const HONEST = {
  tokenIn: pine as Hex,
  tokenOut: dollar as Hex,
  recipient: me as Hex,
  amountIn: 1_000n,
  minimum: 990n,
  deadline: BigInt(NOW + 600),
  limit: 0n,
  fee: undefined as bigint | undefined,
  extra: [] as Hex[],
  permit: undefined as { token: Hex; amount: bigint } | undefined,
}

const TERMS: SwapTerms = {
  account: me,
  sell: pine,
  buy: dollar,
  amount: 1_000n,
  minimumOut: 990n,
  feeBips: 0,
  routers: [{ address: router, wrappedNative: wrapped, kind: 'uniswap' }],
  nowS: NOW,
}

test('a swap that is what the visitor saw is let through', () => {
  expect(checkSwap({ to: router, data: build(), value: 0n }, TERMS)).toBeUndefined()
})

describe('SEC-97: a gateway that lies is refused where it', () => {
  const unwrapForThief = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [0n, thief] })
  const take = encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, 5n] })
  test.each([
    ['names another target', { to: thief }, 'target'],
    ['names another recipient', { data: build({ recipient: thief }) }, 'recipient'],
    [
      'leaves the result with the router, for whoever comes first',
      { data: build({ recipient: ADDRESS_THIS }) },
      'form',
    ],
    ['lowers the minimum', { data: build({ minimum: 989n }) }, 'minimum'],
    ['changes the token that is sold', { data: build({ tokenIn: wrapped }) }, 'sell'],
    ['changes the token that is bought', { data: build({ tokenOut: wrapped }) }, 'buy'],
    ['sells more', { data: build({ amountIn: 1_001n }) }, 'amount'],
    ['sells less for the same', { data: build({ amountIn: 999n }) }, 'amount'],
    ['ends the trade at a price of its own', { data: build({ limit: 1n }) }, 'form'],
    ['takes coin along', { value: 1n }, 'value'],
    ['has a deadline that is over', { data: build({ deadline: BigInt(NOW) }) }, 'deadline'],
    ['has a deadline that never comes', { data: build({ deadline: 1n << 200n }) }, 'deadline'],
    ['has no deadline at all', { data: `0x04e45aaf${build().slice(10)}` }, 'form'],
    ['takes a fee that was not shown', { data: build({ fee: 100n }) }, 'minimum'],
    ['hides a fee in a better price', { data: build({ fee: 100n, minimum: 1_010n }) }, 'fee'],
    ['adds a call that sends what there is to another', { data: build({ extra: [unwrapForThief] }) }, 'form'],
    ['adds a call that takes a token', { data: build({ extra: [take] }) }, 'form'],
    ['brings a permit for more', { data: build({ permit: { token: pine, amount: 1_001n } }) }, 'permit'],
    ['brings a permit for another token', { data: build({ permit: { token: dollar, amount: 1_000n } }) }, 'permit'],
    ['sends something else altogether', { data: take }, 'form'],
    ['sends what is cut off', { data: build().slice(0, -70) as Hex }, 'form'],
  ] as const)('%s', (_name, changes, mismatch) => {
    expect(checkSwap({ to: router, data: build(), value: 0n, ...changes }, TERMS)).toBe(mismatch)
  })

  test('pays the coin with a token of the visitor, or the other way round', () => {
    const coin = { ...TERMS, sell: NATIVE_TOKEN }
    expect(checkSwap({ to: router, data: build(), value: 1_000n }, coin)).toBe('sell')
    expect(checkSwap({ to: router, data: build({ tokenIn: wrapped }), value: 1_000n }, coin)).toBeUndefined()
    expect(checkSwap({ to: router, data: build({ tokenIn: wrapped }), value: 0n }, coin)).toBe('value')
    // What comes out as the wrapped coin was to come as the coin.
    expect(
      checkSwap({ to: router, data: build({ tokenOut: wrapped }), value: 0n }, { ...TERMS, buy: NATIVE_TOKEN }),
    ).toBe('buy')
  })

  test.each([
    ['another spender', { data: approve(thief, 1_000n) }, 'spender'],
    ['no limit', { data: approve(router, (1n << 256n) - 1n) }, 'amount'],
    ['another token', { to: dollar }, 'target'],
    ['coin that goes along', { value: 1n }, 'value'],
    [
      'another call',
      { data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, 1n] }) },
      'form',
    ],
  ] as const)('builds an approval with %s', (_name, changes, mismatch) => {
    expect(checkApproval({ to: pine, data: approve(router, 1_000n), value: 0n, ...changes }, TERMS)).toBe(mismatch)
  })
})

function approve(spender: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
}

test('the exact approval, and one that is taken back first, are let through', () => {
  for (const amount of [1_000n, 0n]) {
    expect(checkApproval({ to: pine, data: approve(router, amount), value: 0n }, TERMS)).toBeUndefined()
  }
})

test('every form that is read has the selector of its signature', () => {
  const selectors = [...abi, ...v2].map((item) => toFunctionSelector(item))
  for (const selector of ['5ae401dc', '04e45aaf', 'b858183f', '472b43f3', '49404b7c', 'e0e189a0', 'f3995c67']) {
    expect(selectors).toContain(`0x${selector}`)
  }
  for (const selector of ['38ed1739', '7ff36ab5', '18cbafe5']) expect(selectors).toContain(`0x${selector}`)
  expect(toFunctionSelector('function unwrapWETH9WithFee(uint256,address,uint256,address)')).toBe('0x9b2c0a37')
})

const amounts = fc.bigInt({ min: 1n, max: (1n << 128n) - 1n })

test('every amount, path and recipient is read back as it was written', () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.boolean(),
      fc.integer({ min: 0, max: 2 }),
      (amountIn, minimum, isCoinOut, form) => {
        const middle = `0x${'77'.repeat(20)}` as const
        const to = isCoinOut ? ADDRESS_THIS : me
        const tokens = [pine, middle, wrapped] as const
        const path = encodePacked(
          ['address', 'uint24', 'address', 'uint24', 'address'],
          [pine, 500, middle, 100, wrapped],
        )
        const trade = [
          encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [amountIn, minimum, tokens, to] }),
          encodeFunctionData({
            abi,
            functionName: 'exactInput',
            args: [{ path, recipient: to, amountIn, amountOutMinimum: minimum }],
          }),
          encodeFunctionData({
            abi,
            functionName: 'exactInputSingle',
            args: [
              {
                tokenIn: pine,
                tokenOut: wrapped,
                fee: 1,
                recipient: to,
                amountIn,
                amountOutMinimum: minimum,
                sqrtPriceLimitX96: 0n,
              },
            ],
          }),
        ][form] as Hex
        const closing = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, me] })
        const data = encodeFunctionData({
          abi,
          functionName: 'multicall',
          args: [9n, isCoinOut ? [trade, closing] : [trade]],
        })
        expect(readSwap(me, data)).toMatchObject({
          tokenIn: pine,
          tokenOut: wrapped,
          amountIn,
          minimumOut: minimum,
          recipient: me,
          deadline: 9n,
          isCoinOut,
        })
      },
    ),
    { numRuns: 60 },
  )
})

test('nothing that is cut, lengthened inside or damaged is read as something else, and nothing throws', () => {
  const whole = build({ permit: { token: pine, amount: 1_000n } })
  fc.assert(
    fc.property(fc.integer({ min: 10, max: whole.length - 1 }), fc.integer({ min: 0, max: 15 }), (at, digit) => {
      const damaged = `${whole.slice(0, at)}${digit.toString(16)}${whole.slice(at + 1)}` as Hex
      const mismatch = checkSwap({ to: router, data: damaged, value: 0n }, TERMS)
      // What a damage may change unseen: a higher minimum, the fee of the pool, a permit's signature, and rests that no contract reads.
      if (mismatch === undefined) {
        const read = readSwap(me, damaged)
        expect(read).toEqual({ ...readSwap(me, whole), deadline: read?.deadline, minimumOut: read?.minimumOut })
      }
      expect(readSwap(me, whole.slice(0, Math.min(at, whole.length - 64)))).toBeUndefined()
    }),
    { numRuns: 200 },
  )
  expect(readSwap(me, concat(['0x5ae401dc', `0x${'ff'.repeat(64)}`]))).toBeUndefined()
  expect(readSwap(me, '0x')).toBeUndefined()
  expect(readSwap(me, 'no data')).toBeUndefined()
})

describe('the coin and what wraps it change one for one', () => {
  const WRAP: SwapTerms = {
    ...TERMS,
    sell: NATIVE_TOKEN,
    buy: wrapped,
    minimumOut: 1_000n,
    routers: [{ address: wrapped, wrappedNative: wrapped, kind: 'wrap' }],
  }
  const UNWRAP: SwapTerms = { ...WRAP, sell: wrapped, buy: NATIVE_TOKEN }
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const deposit = { to: wrapped, data: '0xd0e30db0', value: 1_000n }
  const withdraw = { to: wrapped, data: `0x2e1a7d4d${word(1_000n)}`, value: 0n }

  test('as a call of that contract itself', () => {
    expect(toFunctionSelector('function deposit()')).toBe('0xd0e30db0')
    expect(toFunctionSelector('function withdraw(uint256)')).toBe('0x2e1a7d4d')
    expect(checkSwap(deposit, WRAP)).toBeUndefined()
    expect(checkSwap(withdraw, UNWRAP)).toBeUndefined()
    expect(readSwap(me, deposit.data, 'wrap')).toBeUndefined()
  })

  test.each([
    ['another contract', { ...deposit, to: thief }, WRAP, 'target'],
    ['more coin', { ...deposit, value: 1_001n }, WRAP, 'value'],
    ['a call more', { ...deposit, data: '0xd0e30db000' }, WRAP, 'form'],
    ['a deposit for somebody else', { ...deposit, data: `0xb760faf9${word(BigInt(thief))}` }, WRAP, 'form'],
    ['another token for the coin', deposit, { ...WRAP, buy: dollar }, 'buy'],
    ['less than was shown', deposit, { ...WRAP, minimumOut: 1_001n }, 'minimum'],
    ['coin that goes along', { ...withdraw, value: 1n }, UNWRAP, 'value'],
    ['another amount', { ...withdraw, data: `0x2e1a7d4d${word(1_001n)}` }, UNWRAP, 'amount'],
    [
      'a withdrawal to somebody else',
      { ...withdraw, data: `0x205c2878${word(BigInt(thief))}${word(1_000n)}` },
      UNWRAP,
      'form',
    ],
    ['another token sold', withdraw, { ...UNWRAP, sell: pine }, 'sell'],
    ['another token bought', withdraw, { ...UNWRAP, buy: dollar }, 'buy'],
    ['less of the coin than was shown', withdraw, { ...UNWRAP, minimumOut: 1_001n }, 'minimum'],
  ] as const)('SEC-97: %s is refused', (_lie, transaction, terms, reason) => {
    expect(checkSwap(transaction, terms)).toBe(reason)
  })

  test('SEC-97: the contract that wraps is never allowed to spend', () => {
    const data = approve(wrapped, 1_000n)
    expect(checkApproval({ to: pine, data, value: 0n }, { ...WRAP, sell: pine })).toBe('spender')
  })

  test('on every published chain', () => {
    expect(findRouters('eip155:8453').filter(({ kind }) => kind === 'wrap')).toEqual([
      {
        address: '0x4200000000000000000000000000000000000006',
        wrappedNative: '0x4200000000000000000000000000000000000006',
        kind: 'wrap',
      },
    ])
  })
})
