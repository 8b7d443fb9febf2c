import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
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
