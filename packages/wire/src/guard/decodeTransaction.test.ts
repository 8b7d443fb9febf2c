import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeTransaction } from './decodeTransaction.ts'
import { MAX_UINT256, type Operation } from './operations.ts'

const me = `0x${'a1'.repeat(20)}` as const
const other = `0x${'b2'.repeat(20)}` as const
const token = `0x${'c3'.repeat(20)}` as const
const third = `0x${'d4'.repeat(20)}` as const
const erc20 = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function decreaseAllowance(address,uint256)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
])
const dai = parseAbi(['function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'])
const nft = parseAbi([
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function setApprovalForAll(address,bool)',
])
const permit2 = parseAbi([
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Single { Details details; address spender; uint256 sigDeadline; }',
  'function approve(address,address,uint160,uint48)',
  'function transferFrom(address,address,uint160,address)',
  'function permit(address,Single,bytes)',
])
const nests = parseAbi([
  'struct Call { address target; bytes data; }',
  'struct Call3 { address target; bool allowFailure; bytes data; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes data; }',
  'struct CallValue { address target; uint256 value; bytes data; }',
  'function multicall(bytes[])',
  'function multicall(uint256,bytes[])',
  'function multicall(bytes32,bytes[])',
  'function aggregate(Call[])',
  'function tryAggregate(bool,Call[])',
  'function aggregate3(Call3[])',
  'function aggregate3Value(Call3Value[])',
  'function execute(address,uint256,bytes)',
  'function executeBatch(CallValue[])',
])
const bytes32 = `0x${'11'.repeat(32)}` as const
const decode = (data: string, value?: bigint) => decodeTransaction({ from: me, to: token, data, value })
const transfer = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [other, 5n] })
const moved = { kind: 'moveToken', token, to: other, amount: 5n, standard: 'erc20' } as const

test('a payment, an empty call and a new contract', () => {
  expect(decodeTransaction({ from: me, to: other, value: 7n })).toEqual([
    { kind: 'pay', by: me, to: other, amount: 7n, hasData: false },
  ])
  expect(decodeTransaction({ from: me, to: other })).toEqual([])
  expect(decodeTransaction({ from: me, data: '0x6000' })).toEqual([{ kind: 'create', by: me }])
})

test.each<[string, string, Operation]>([
  ['transfer', transfer, { ...moved, by: me, from: me }],
  [
    'transferFrom, which may be of an item',
    encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [other, third, 5n] }),
    { kind: 'moveToken', by: me, token, from: other, to: third, amount: 5n, standard: 'erc20OrErc721' },
  ],
  [
    'approve',
    encodeFunctionData({ abi: erc20, functionName: 'approve', args: [other, MAX_UINT256] }),
    {
      kind: 'approve',
      by: me,
      token,
      owner: me,
      spender: other,
      amount: MAX_UINT256,
      how: 'set',
      standard: 'erc20OrErc721',
    },
  ],
  ...(['increase', 'decrease'] as const).map((how): [string, string, Operation] => [
    `${how}Allowance`,
    encodeFunctionData({ abi: erc20, functionName: `${how}Allowance`, args: [other, 9n] }),
    { kind: 'approve', by: me, token, owner: me, spender: other, amount: 9n, how, standard: 'erc20' },
  ]),
  [
    'permit of ERC-2612',
    encodeFunctionData({ abi: erc20, functionName: 'permit', args: [other, third, 9n, 1n, 27, bytes32, bytes32] }),
    { kind: 'approve', by: me, token, owner: other, spender: third, amount: 9n, how: 'permit', standard: 'erc20' },
  ],
  [
    'permit of DAI, which knows all or nothing',
    encodeFunctionData({
      abi: dai,
      functionName: 'permit',
      args: [other, third, 0n, 1n, true, 27, bytes32, bytes32],
    }),
    {
      kind: 'approve',
      by: me,
      token,
      owner: other,
      spender: third,
      amount: MAX_UINT256,
      how: 'permit',
      standard: 'erc20',
    },
  ],
  [
    'safeTransferFrom of ERC-721',
    encodeFunctionData({ abi: nft, functionName: 'safeTransferFrom', args: [me, other, 3n] }),
    { kind: 'moveNft', by: me, token, from: me, to: other, items: [{ id: 3n, amount: 1n }], standard: 'erc721' },
  ],
  [
    'safeTransferFrom of ERC-721 with bytes',
    encodeFunctionData({ abi: nft, functionName: 'safeTransferFrom', args: [me, other, 3n, '0x01'] }),
    { kind: 'moveNft', by: me, token, from: me, to: other, items: [{ id: 3n, amount: 1n }], standard: 'erc721' },
  ],
  [
    'safeTransferFrom of ERC-1155',
    encodeFunctionData({ abi: nft, functionName: 'safeTransferFrom', args: [me, other, 3n, 4n, '0x'] }),
    { kind: 'moveNft', by: me, token, from: me, to: other, items: [{ id: 3n, amount: 4n }], standard: 'erc1155' },
  ],
  [
    'safeBatchTransferFrom',
    encodeFunctionData({
      abi: nft,
      functionName: 'safeBatchTransferFrom',
      args: [me, other, [3n, 4n], [1n, 2n], '0x'],
    }),
    {
      kind: 'moveNft',
      by: me,
      token,
      from: me,
      to: other,
      items: [
        { id: 3n, amount: 1n },
        { id: 4n, amount: 2n },
      ],
      standard: 'erc1155',
    },
  ],
  [
    'setApprovalForAll',
    encodeFunctionData({ abi: nft, functionName: 'setApprovalForAll', args: [other, true] }),
    { kind: 'approveAll', by: me, token, operator: other, isApproved: true },
  ],
  [
    'approve inside Permit2',
    encodeFunctionData({ abi: permit2, functionName: 'approve', args: [third, other, (1n << 160n) - 1n, 60] }),
    {
      kind: 'approve',
      by: me,
      token: third,
      owner: me,
      spender: other,
      amount: MAX_UINT256,
      how: 'permit2',
      standard: 'erc20',
      expiresAt: 60_000,
    },
  ],
  [
    'permit of Permit2',
    encodeFunctionData({
      abi: permit2,
      functionName: 'permit',
      args: [
        other,
        {
          details: { token: third, amount: 8n, expiration: 60, nonce: 0 },
          spender: other,
          sigDeadline: 1n,
        },
        '0x01',
      ],
    }),
    {
      kind: 'approve',
      by: me,
      token: third,
      owner: other,
      spender: other,
      amount: 8n,
      how: 'permit2',
      standard: 'erc20',
      expiresAt: 60_000,
    },
  ],
  [
    'transferFrom of Permit2',
    encodeFunctionData({ abi: permit2, functionName: 'transferFrom', args: [me, other, 8n, third] }),
    { kind: 'moveToken', by: me, token: third, from: me, to: other, amount: 8n, standard: 'erc20' },
  ],
])('%s is said', (_, data, operation) => {
  expect(decode(data)).toEqual([operation])
})

test.each([
  ['multicall(bytes[])', encodeFunctionData({ abi: nests, functionName: 'multicall', args: [[transfer]] })],
  ['with a deadline', encodeFunctionData({ abi: nests, functionName: 'multicall', args: [1n, [transfer]] })],
  ['with a block', encodeFunctionData({ abi: nests, functionName: 'multicall', args: [bytes32, [transfer]] })],
])('a contract that calls itself acts for who asked: %s', (_, data) => {
  expect(decode(data)).toEqual([{ ...moved, by: me, from: me }])
})

const target = other
const byRouter = { kind: 'moveToken', by: token, token: other, from: token, to: other, amount: 5n, standard: 'erc20' }

test.each([
  ['aggregate', encodeFunctionData({ abi: nests, functionName: 'aggregate', args: [[{ target, data: transfer }]] })],
  [
    'tryAggregate',
    encodeFunctionData({ abi: nests, functionName: 'tryAggregate', args: [true, [{ target, data: transfer }]] }),
  ],
  [
    'aggregate3',
    encodeFunctionData({
      abi: nests,
      functionName: 'aggregate3',
      args: [[{ target, allowFailure: true, data: transfer }]],
    }),
  ],
  ['execute', encodeFunctionData({ abi: nests, functionName: 'execute', args: [target, 0n, transfer] })],
  [
    'executeBatch',
    encodeFunctionData({
      abi: nests,
      functionName: 'executeBatch',
      args: [[{ target, value: 0n, data: transfer }]],
    }),
  ],
])('calls that a contract makes of others are its own: %s', (_, data) => {
  expect(decode(data)).toEqual([byRouter])
})

test('coin that goes on from inside is named with who pays it', () => {
  const data = encodeFunctionData({
    abi: nests,
    functionName: 'aggregate3Value',
    args: [[{ target: other, allowFailure: false, value: 3n, data: '0x' }]],
  })
  expect(decode(data, 3n)).toEqual([
    { kind: 'pay', by: me, to: token, amount: 3n, hasData: true },
    { kind: 'pay', by: token, to: other, amount: 3n, hasData: false },
  ])
})

test('what is unknown, out of form or too deep is said to be so', () => {
  expect(decode('0x12345678')).toEqual([
    { kind: 'unknown', by: me, to: token, selector: '0x12345678', reason: 'selector' },
  ])
  expect(decode('0x1234')).toEqual([{ kind: 'unknown', by: me, to: token, selector: undefined, reason: 'selector' }])
  expect(decode(transfer.slice(0, -2))).toEqual([
    { kind: 'unknown', by: me, to: token, selector: '0xa9059cbb', reason: 'arguments' },
  ])
  const dirty = `0xa9059cbb${'f'.repeat(128)}`
  expect(decode(dirty)).toMatchObject([{ kind: 'unknown', reason: 'arguments' }])
  const nest = (data: Hex): Hex => encodeFunctionData({ abi: nests, functionName: 'multicall', args: [[data]] })
  let deep: Hex = transfer
  for (let level = 0; level < 9; level += 1) deep = nest(deep)
  expect(decode(deep)).toEqual([{ kind: 'unknown', by: me, to: token, selector: '0xac9650d8', reason: 'nesting' }])
})

test('a call with more parts than anybody reads ends with what is left out', () => {
  const data = encodeFunctionData({
    abi: nests,
    functionName: 'multicall',
    args: [Array.from({ length: 500 }, () => transfer)],
  })
  const operations = decode(data)
  expect(operations).toHaveLength(64)
  expect(operations.at(-1)).toMatchObject({ kind: 'unknown', reason: 'nesting' })
})

test('a bomb of lists that point at each other does not grow', () => {
  const word = (value: number): string => value.toString(16).padStart(64, '0')
  // 3,000 items, all of them the same 90 kB.
  const items = 3_000
  const data = `0xac9650d8${word(32)}${word(items)}${word(32).repeat(items)}${word(0).repeat(items)}`
  expect(decode(data)).toHaveLength(64)
})

test('any data is decoded or said to be unknown, and never throws', () => {
  const selectors = ['a9059cbb', 'ac9650d8', '82ad56cb', '2eb2c2d6', '34fcd5be', '2b67b570', '5ae401dc', '']
  fc.assert(
    fc.property(fc.constantFrom(...selectors), fc.uint8Array({ maxLength: 300 }), (selector, bytes) => {
      const operations = decode(`0x${selector}${Buffer.from(bytes).toString('hex')}`)
      expect(operations.length).toBeLessThanOrEqual(65)
    }),
    { numRuns: 1_000 },
  )
  expect(decode('0xzz')).toMatchObject([{ kind: 'unknown' }])
})

test('code that the account lends itself is said first, and so is taking it back', () => {
  const from = `0x${'A1'.repeat(20)}`
  const zero = `0x${'0'.repeat(40)}`
  const authorizations = [{ address: `0x${'B2'.repeat(20)}`, chainId: 1n }, { address: zero }]
  expect(decodeTransaction({ from, to: from, authorizations })).toEqual([
    { kind: 'delegate', by: from.toLowerCase(), to: `0x${'b2'.repeat(20)}`, chainId: 1n },
    { kind: 'delegate', by: from.toLowerCase(), to: undefined, chainId: undefined },
  ])
})

type Parameter = { readonly type: string; readonly components?: readonly Parameter[] }

/** Types of a signature, taken apart, since each of these functions is named like another one. */
function readTypes(text: string): readonly Parameter[] {
  const types: Parameter[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth > 0 || (text[at] !== ',' && at < text.length)) continue
    const type = text.slice(start, at)
    const end = type.lastIndexOf(')')
    const isTuple = type.startsWith('(')
    types.push(isTuple ? { type: `tuple${type.slice(end + 1)}`, components: readTypes(type.slice(1, end)) } : { type })
    start = at + 1
  }
  return types
}

const encode = (signature: string, values: readonly unknown[]): string => {
  const open = signature.indexOf('(')
  const types = readTypes(signature.slice(open + 1, -1))
  return `${toFunctionSelector(signature)}${encodeAbiParameters(types as never, values as never).slice(2)}`
}
const allowed = (amount: bigint, how: 'set' | 'increase' | 'decrease' = 'set') =>
  ({ kind: 'approve', by: me, token, owner: me, spender: other, amount, how, standard: 'erc20' }) as const
const taken = (amount: bigint) =>
  ({ kind: 'moveToken', by: me, token: third, from: me, to: other, amount, standard: 'erc20' }) as const
const allowedInPermit2 = (amount: bigint, expiresAt = 60_000) =>
  ({ ...allowed(amount), token: third, how: 'permit2', expiresAt }) as const
const granted = [third, 8n, 60, 0]
const permitted = [third, 9n]

test.each<[string, readonly unknown[], readonly Operation[]]>([
  ['transferAndCall(address,uint256)', [other, 5n], [{ ...moved, by: me, from: me }]],
  ['transferAndCall(address,uint256,bytes)', [other, 5n, '0x01'], [{ ...moved, by: me, from: me }]],
  ['transferFromAndCall(address,address,uint256)', [third, other, 5n], [{ ...moved, by: me, from: third }]],
  ['transferFromAndCall(address,address,uint256,bytes)', [third, other, 5n, '0x'], [{ ...moved, by: me, from: third }]],
  ['approveAndCall(address,uint256)', [other, 5n], [allowed(5n)]],
  ['approveAndCall(address,uint256,bytes)', [other, MAX_UINT256, '0x'], [allowed(MAX_UINT256)]],
  ['increaseApproval(address,uint256)', [other, 5n], [allowed(5n, 'increase')]],
  ['decreaseApproval(address,uint256)', [other, 5n], [allowed(5n, 'decrease')]],
  ['authorizeOperator(address)', [other], [allowed(MAX_UINT256)]],
  ['revokeOperator(address)', [other], [allowed(0n)]],
  ['burnFrom(address,uint256)', [me, 5n], [{ ...moved, by: me, from: me, to: `0x${'0'.repeat(40)}` }]],
  ['burn(uint256)', [5n], [{ ...moved, by: me, from: me, to: `0x${'0'.repeat(40)}`, standard: 'erc20OrErc721' }]],
  [
    'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
    [me, [[granted, granted], other, 1n], '0x01'],
    [allowedInPermit2(8n), allowedInPermit2(8n)],
  ],
  ['lockdown((address,address)[])', [[[third, other]]], [allowedInPermit2(0n, 0)]],
  [
    'transferFrom((address,address,uint160,address)[])',
    [
      [
        [me, other, 1n, third],
        [me, other, 2n, third],
      ],
    ],
    [taken(1n), taken(2n)],
  ],
  [
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
    [[permitted, 1n, 1n], [other, 4n], me, '0x01'],
    [taken(4n)],
  ],
  [
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
    [
      [[permitted, permitted], 1n, 1n],
      [
        [other, 4n],
        [other, 5n],
      ],
      me,
      '0x01',
    ],
    [taken(4n), taken(5n)],
  ],
  [
    'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
    [[permitted, 1n, 1n], [other, 4n], me, bytes32, 'Order(bytes32 hash)', '0x01'],
    [taken(4n)],
  ],
  [
    'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
    [[[permitted], 1n, 1n], [[other, 4n]], me, bytes32, 'Order(bytes32 hash)', '0x01'],
    [taken(4n)],
  ],
  ['blockAndAggregate((address,bytes)[])', [[[other, transfer]]], [byRouter as Operation]],
  ['tryBlockAndAggregate(bool,(address,bytes)[])', [true, [[other, transfer]]], [byRouter as Operation]],
  ['executeBatch(address[],bytes[])', [[other], [transfer]], [byRouter as Operation]],
  ['executeBatch(address[],uint256[],bytes[])', [[other], [0n], [transfer]], [byRouter as Operation]],
])('SEC-46: %s is said', (signature, values, operations) => {
  expect(decode(encode(signature, values))).toEqual(operations)
})

test.each<[string, readonly unknown[]]>([
  ['executeBatch(address[],bytes[])', [[other, third], [transfer]]],
  ['executeBatch(address[],uint256[],bytes[])', [[other], [], [transfer]]],
  [
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
    [
      [[permitted], 1n, 1n],
      [
        [other, 4n],
        [other, 5n],
      ],
      me,
      '0x01',
    ],
  ],
])('SEC-46: lists of unequal lengths are out of form: %s', (signature, values) => {
  expect(decode(encode(signature, values))).toMatchObject([{ kind: 'unknown', reason: 'arguments' }])
})

test('SEC-46: one call with more in it than anybody reads is said to be too much', () => {
  const list = Array.from({ length: 200 }, () => [me, other, 1n, third])
  const data = encode('transferFrom((address,address,uint160,address)[])', [list])
  expect(decode(data)).toMatchObject([{ kind: 'unknown', reason: 'nesting' }])
})
