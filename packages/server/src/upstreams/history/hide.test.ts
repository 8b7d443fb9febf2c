import { describe, expect, test } from 'vitest'
import { describeItem, findCounterparty, findOperation } from './describeItem.ts'
import { findContacts, findHiddenReason, isSpamLabel, listSymbols, readRecipient } from './hide.ts'
import type { RawMove, RawTransaction } from './upstream.ts'

const ME = `0x${'a'.repeat(40)}`
const FRIEND = `0x1234${'0'.repeat(32)}cdef`
/** Begins and ends as the friend's. */
const FORGED = `0x1234${'9'.repeat(32)}cdef`
const STRANGER = `0x${'7'.repeat(40)}`
const LISTED = `0x${'1'.repeat(40)}`
const FAKE = `0x${'2'.repeat(40)}`
const PLAIN = `0x${'3'.repeat(40)}`

const CHAIN = { id: 'eip155:1', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
const listedSymbols = listSymbols('ETH', ['USDT', 'USDC'])

const move = (parts: Partial<RawMove> = {}): RawMove => ({
  kind: 'fungible',
  contract: LISTED,
  tokenId: undefined,
  amount: 5n,
  from: STRANGER,
  to: ME,
  ...parts,
})
const transaction = (parts: Partial<RawTransaction> = {}): RawTransaction => ({
  hash: `0x${'e'.repeat(64)}`,
  block: 1,
  index: 0,
  at: 0,
  from: STRANGER,
  to: LISTED,
  nonce: 0,
  hasFailed: false,
  fee: 1n,
  input: '0x',
  moves: [move()],
  moreMoves: 0,
  isApproval: false,
  position: '1.0',
  ...parts,
})
const labels = new Map([
  [LISTED, { name: 'Tether', symbol: 'USDT', isListed: true }],
  [FAKE, { name: 'Tether', symbol: 'UЅDТ', isListed: false }],
  [PLAIN, { name: 'Club', symbol: 'CLUB', isListed: false }],
])
const reason = (each: RawTransaction, contacts: readonly string[] = [ME, FRIEND]) =>
  findHiddenReason({
    account: ME,
    transaction: each,
    contacts,
    labelOf: (contract) => labels.get(contract),
    listedSymbols,
  })

describe('SEC-95: what was made to deceive is hidden, with the reason', () => {
  test('a transfer of nothing in the account’s name, which anybody may make with any token', () => {
    expect(reason(transaction({ moves: [move({ from: ME, to: FORGED, amount: 0n })] }))).toBe('ZERO_VALUE')
    expect(reason(transaction({ moves: [move({ amount: 0n }), move({ amount: 1n })] }))).toBeNull()
  })

  test('dust from an address that looks like one that the account deals with, in tokens and natively', () => {
    expect(reason(transaction({ moves: [move({ from: FORGED, amount: 1n })] }))).toBe('LOOK_ALIKE')
    const dust = move({ kind: 'native', contract: undefined, from: FORGED, amount: 1n })
    expect(reason(transaction({ from: FORGED, to: ME, moves: [dust] }))).toBe('LOOK_ALIKE')
    expect(reason(transaction({ from: FRIEND, moves: [move({ from: FRIEND })] }))).toBeNull()
    // Whom the account deals with is no look-alike, also where two of them are alike.
    expect(reason(transaction({ moves: [move({ from: FORGED })] }), [ME, FRIEND, FORGED])).toBeNull()
  })

  test('an event by which the account sent a worthless token to a look-alike', () => {
    expect(
      reason(transaction({ to: PLAIN, moves: [move({ contract: PLAIN, from: ME, to: FORGED, amount: 900n })] })),
    ).toBe('LOOK_ALIKE')
  })

  test('a token by another’s name that claims to be sent or received', () => {
    expect(reason(transaction({ moves: [move({ contract: FAKE, from: ME, to: STRANGER })] }))).toBe('NOT_SENT')
    expect(reason(transaction({ moves: [move({ contract: FAKE })] }))).toBe('SPAM')
  })

  test('what the account signed for is never hidden, nor is a theft of a token that nobody lists', () => {
    for (const moves of [
      [move({ from: ME, to: FORGED, amount: 0n })],
      [move({ contract: FAKE, from: ME, to: FORGED })],
    ]) {
      expect(reason(transaction({ from: ME, moves }))).toBeNull()
    }
    expect(reason(transaction({ moves: [move({ contract: PLAIN, from: ME, to: STRANGER, amount: 900n })] }))).toBeNull()
    expect(reason(transaction({ moves: [move({ from: ME, to: STRANGER, amount: 900n })] }))).toBeNull()
  })

  test('a hidden entry keeps its transfers: it is marked, never lost', () => {
    const item = describeItem({
      account: ME,
      chain: CHAIN,
      transaction: transaction({ moves: [move({ contract: FAKE })] }),
      hidden: 'SPAM',
      nativeIconUrl: '',
      factsOf: () => ({ name: 'Tether', symbol: 'UЅDТ', decimals: 6, isListed: false, iconUrl: '' }),
      listedSymbols,
    })
    expect(item.metadata.hidden).toBe('SPAM')
    expect(item.transfers).toHaveLength(1)
  })

  test('contacts are whom the account paid by its own signature: who only sends dust becomes none', () => {
    const dust = move({ kind: 'native', contract: undefined, from: FORGED, amount: 1n })
    const paid = transaction({
      from: ME,
      input: `0xa9059cbb${FRIEND.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
      moves: [move({ from: ME, to: FRIEND })],
    })
    expect(findContacts(ME, [transaction({ from: FORGED, moves: [dust] }), paid])).toEqual([ME, FRIEND])
  })

  test('the counterparty is whom the calldata names, whatever the event says', () => {
    const lied = transaction({
      from: ME,
      input: `0xa9059cbb${FRIEND.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
      moves: [move({ from: ME, to: FORGED })],
    })
    expect(findCounterparty(ME, lied)).toBe(FRIEND)
    expect(findCounterparty(ME, transaction({ from: STRANGER, moves: [move({ from: FRIEND })] }))).toBe(FRIEND)
  })
})

test.each([
  ['claim $500 at evil.com', 'X', true],
  ['Voucher', 'V', true],
  ['t.me/airdrop', 'T', true],
  ['Fine name', 'USDT', true],
  ['Fine name', 'usdt ', true],
  ['Fine name', 'U\u0405DT', true],
  ['Fine name', 'ETH', true],
  ['Club of Pines', 'PINE', false],
  ['Yearn', 'YFI', false],
])('SEC-96: a token that calls itself %s (%s) advertises or takes another’s name: %s', (name, symbol, isSpam) => {
  expect(isSpamLabel({ name, symbol, isListed: false }, listedSymbols)).toBe(isSpam)
  expect(isSpamLabel({ name, symbol, isListed: true }, listedSymbols)).toBe(false)
})

test.each([
  ['deploy', { from: ME, to: null, moves: [] }],
  ['approve', { from: ME, isApproval: true, moves: [] }],
  ['cancel', { from: ME, to: ME, moves: [] }],
  ['execute', { from: ME, input: '0x12345678', moves: [] }],
  ['mint', { moves: [move({ kind: 'nft', from: `0x${'0'.repeat(40)}` })] }],
  ['burn', { from: ME, moves: [move({ from: ME, to: `0x${'0'.repeat(40)}` })] }],
  ['trade', { from: ME, moves: [move({ from: ME, to: STRANGER }), move({ contract: PLAIN })] }],
  ['receive', { moves: [move()] }],
  ['send', { from: ME, moves: [move({ from: ME, to: STRANGER })] }],
  ['send', { from: ME, hasFailed: true, moves: [] }],
] as const)('%s', (expected, parts) => {
  expect(findOperation(ME, transaction(parts as Partial<RawTransaction>), CHAIN)).toBe(expected)
})

test('what goes into the contract that wraps the coin is a deposit, and what comes out a withdrawal', () => {
  const chain = { ...CHAIN, wrapped: LISTED }
  const coin = { kind: 'native' as const, contract: undefined }
  const put = transaction({ from: ME, to: LISTED, moves: [move({ ...coin, from: ME, to: LISTED }), move()] })
  const took = transaction({ from: ME, to: LISTED, input: '0x2e1a7d4d', moves: [move({ ...coin, from: LISTED })] })
  expect(findOperation(ME, put, chain)).toBe('deposit')
  expect(findOperation(ME, took, chain)).toBe('withdraw')
})

test('calldata that is cut short or no address names nobody', () => {
  for (const input of [
    '0x',
    '0xa9059cbb',
    '0xa9059cbb12',
    `0xa9059cbb${'f'.repeat(64)}`,
    `0xdeadbeef${'0'.repeat(128)}`,
  ]) {
    expect(readRecipient({ input })).toBeUndefined()
  }
})
