import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTypedData } from './decodeTypedData.ts'
import { PERMIT2 } from './functions/permit2.ts'
import { MAX_UINT256 } from './operations.ts'

const me = `0x${'A1'.repeat(20)}`
const spender = `0x${'b2'.repeat(20)}`
const token = `0x${'c3'.repeat(20)}`
const domain = { name: 'Leaf', chainId: 1, verifyingContract: token }
const permit = {
  primaryType: 'Permit',
  domain,
  message: { owner: me, spender, value: '0x5', nonce: 0, deadline: 60 },
}
const dai = {
  primaryType: 'Permit',
  domain,
  message: { holder: me, spender, nonce: 0, expiry: '0', allowed: true },
}
const permit2 = { name: 'Permit2', chainId: '0x1', verifyingContract: PERMIT2.toUpperCase().replace('X', 'x') }
const details = { token, amount: ((1n << 160n) - 1n).toString(), expiration: '60', nonce: 0 }

test.each([
  [
    'ERC-2612',
    permit,
    { standard: 'erc2612', owner: me.toLowerCase(), approvals: [{ token, amount: 5n }], deadlineAt: 60_000 },
  ],
  [
    'DAI',
    dai,
    {
      standard: 'dai',
      owner: me.toLowerCase(),
      approvals: [{ token, amount: MAX_UINT256 }],
      deadlineAt: undefined,
    },
  ],
  [
    'an allowance of Permit2',
    { primaryType: 'PermitSingle', domain: permit2, message: { details, spender, sigDeadline: 60 } },
    {
      standard: 'permit2Allowance',
      approvals: [{ token, amount: MAX_UINT256, expiresAt: 60_000 }],
      deadlineAt: 60_000,
    },
  ],
  [
    'several allowances of Permit2',
    { primaryType: 'PermitBatch', domain: permit2, message: { details: [details, details], spender, sigDeadline: 60 } },
    {
      standard: 'permit2Allowance',
      approvals: [
        { token, amount: MAX_UINT256, expiresAt: 60_000 },
        { token, amount: MAX_UINT256, expiresAt: 60_000 },
      ],
    },
  ],
  [
    'a transfer of Permit2 with an order',
    {
      primaryType: 'PermitWitnessTransferFrom',
      domain: permit2,
      message: { permitted: { token, amount: 7 }, spender, nonce: 0, deadline: 60, witness: {} },
    },
    { standard: 'permit2Transfer', approvals: [{ token, amount: 7n }], deadlineAt: 60_000 },
  ],
])('%s is read, as an object and as JSON', (_, data, expected) => {
  const meaning = { kind: 'permit', spender, chainId: 1, isCanonical: true, ...expected }
  expect(decodeTypedData(data)).toMatchObject(meaning)
  expect(decodeTypedData(JSON.stringify(data))).toMatchObject(meaning)
})

test('data in the form of Permit2 for another contract is not canonical', () => {
  const data = { primaryType: 'PermitSingle', domain, message: { details, spender, sigDeadline: 60 } }
  expect(decodeTypedData(data)).toMatchObject({ kind: 'permit', isCanonical: false })
})

test.each([
  ['without a spender', { ...permit, message: { ...permit.message, spender: undefined } }],
  ['with a spender of 19 bytes', { ...permit, message: { ...permit.message, spender: spender.slice(0, -2) } }],
  ['with a value above 256 bits', { ...permit, message: { ...permit.message, value: (1n << 256n).toString() } }],
  ['with a value below nothing', { ...permit, message: { ...permit.message, value: -1 } }],
  ['with half a number', { ...permit, message: { ...permit.message, value: 1.5 } }],
  ['for no contract', { ...permit, domain: {} }],
  ['for tokens that are not there', { primaryType: 'PermitBatch', domain: permit2, message: { spender } }],
  ['whose fields are inherited', { ...permit, message: Object.create(permit.message) }],
])('a permit %s is unreadable, never harmless', (_, data) => {
  expect(decodeTypedData(data)).toMatchObject({ kind: 'unreadable' })
})

test('an object that throws, and a text that is no JSON, are unreadable', () => {
  const trap = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => {
        throw new Error('trap')
      },
    },
  )
  expect(decodeTypedData(trap)).toEqual({ kind: 'unreadable', primaryType: '' })
  expect(decodeTypedData('{')).toEqual({ kind: 'unreadable', primaryType: '' })
})

test('other data is other data, with names of Object.prototype too', () => {
  expect(decodeTypedData({ primaryType: 'Mail', message: {} })).toEqual({ kind: 'other', primaryType: 'Mail' })
  expect(decodeTypedData({ primaryType: 'constructor' })).toEqual({ kind: 'other', primaryType: 'constructor' })
  expect(decodeTypedData(null)).toEqual({ kind: 'other', primaryType: '' })
})

test('whatever a page hands in, nothing is thrown', () => {
  const names = fc.constantFrom('Permit', 'PermitSingle', 'PermitBatch', 'PermitTransferFrom', 'x')
  fc.assert(
    fc.property(names, fc.anything(), fc.anything(), (primaryType, typed, message) => {
      decodeTypedData({ primaryType, domain: typed, message })
      decodeTypedData({ primaryType, domain: permit2, message: { details: typed, permitted: message, spender } })
    }),
    { numRuns: 500 },
  )
})

const seaport = { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: `0x${'5e'.repeat(20)}` }
const nft = { itemType: 2, token, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }
const price = {
  itemType: 0,
  token: `0x${'0'.repeat(40)}`,
  identifierOrCriteria: 0,
  startAmount: '900',
  endAmount: '500',
  recipient: me,
}
const order = (consideration: readonly unknown[]) => ({
  primaryType: 'OrderComponents',
  domain: seaport,
  message: { offerer: me, offer: [nft], consideration, endTime: 60 },
})

test('an order of a market says what is given and the least that its maker gets; what others get counts for nothing', () => {
  const fee = { ...price, startAmount: '25', endAmount: '25', recipient: spender }
  expect(decodeTypedData(order([price, fee]))).toEqual({
    kind: 'order',
    offerer: me.toLowerCase(),
    gives: [{ token, isNft: true, id: 7n, amount: 1n }],
    gets: [{ token: undefined, isNft: false, id: undefined, amount: 500n }],
    endsAt: 60_000,
    chainId: 1,
  })
  expect(decodeTypedData(order([fee]))).toMatchObject({ kind: 'order', gets: [] })
})

test('a transfer by signature (ERC-3009) is a permit for its receiver', () => {
  const message = { from: me, to: spender, value: '5', validAfter: 0, validBefore: 60, nonce: `0x${'0'.repeat(64)}` }
  for (const primaryType of ['TransferWithAuthorization', 'ReceiveWithAuthorization']) {
    expect(decodeTypedData({ primaryType, domain, message })).toMatchObject({
      kind: 'permit',
      standard: 'erc3009',
      owner: me.toLowerCase(),
      spender,
      approvals: [{ token, amount: 5n }],
      deadlineAt: 60_000,
    })
  }
})

test.each([
  ['an order with an item that has no amount', order([{ ...price, endAmount: undefined }])],
  ['an order without a list', order(undefined as never)],
  ['an order of more items than anybody reads', order(Array(65).fill(price))],
  ['many orders under one hash', { primaryType: 'BulkOrder', domain: seaport, message: { tree: [] } }],
  ['a transfer by signature to nobody', { primaryType: 'TransferWithAuthorization', domain, message: { from: me } }],
])('%s is unreadable', (_, data) => {
  expect(decodeTypedData(data).kind).toBe('unreadable')
})
