import { expect, test } from 'vitest'
import { type GuardInput, listFindings } from './listFindings.ts'
import { MAX_UINT256, type Operation } from './operations.ts'

const me = `0x${'a1'.repeat(20)}` as const
const other = `0x${'b2'.repeat(20)}` as const
const token = `0x${'c3'.repeat(20)}` as const
const list = (input: Partial<GuardInput>) => listFindings({ account: me, ...input })
const codes = (input: Partial<GuardInput>) => list(input).map(({ code }) => code)

const pay = (to: `0x${string}`, hasData = false): Operation => ({ kind: 'pay', by: me, to, amount: 1n, hasData })
const move = (to: `0x${string}`, from: `0x${string}` = me): Operation => ({
  kind: 'moveToken',
  by: me,
  token,
  from,
  to,
  amount: 5n,
  standard: 'erc20',
})
const approve = (amount: bigint, how: 'set' | 'decrease' = 'set'): Operation => ({
  kind: 'approve',
  by: me,
  token,
  owner: me,
  spender: other,
  amount,
  how,
  standard: 'erc20',
})
const dead = '0x000000000000000000000000000000000000dead'

test.each<[string, Partial<GuardInput>, readonly string[]]>([
  ['itself', { operations: [pay(me)] }, ['RECIPIENT_SELF']],
  ['nobody', { operations: [pay(`0x${'0'.repeat(40)}`)] }, ['RECIPIENT_BURN']],
  ['the address where tokens go to be gone', { operations: [move(dead)] }, ['RECIPIENT_BURN']],
  ['the contract of the token', { operations: [move(token)] }, ['RECIPIENT_TOKEN']],
  [
    'a contract',
    { operations: [move(other)], addresses: new Map([[other, { hasCode: true }]]) },
    ['RECIPIENT_CONTRACT'],
  ],
  [
    'an address that nobody ever used',
    { operations: [pay(other)], addresses: new Map([[other, { hasCode: false, isUsed: false }]]) },
    ['RECIPIENT_UNUSED'],
  ],
  ['somebody new', { operations: [pay(other)], known: [] }, ['RECIPIENT_NEW']],
  ['somebody known', { operations: [pay(other)], known: [{ address: other, relation: 'recent' }] }, []],
  ['somebody of whom nothing is known', { operations: [pay(other)] }, []],
  [
    'a contract that is not there',
    { operations: [pay(other, true)], addresses: new Map([[other, { hasCode: false }]]) },
    ['CONTRACT_MISSING'],
  ],
  ['nobody of importance, with other tokens than its own', { operations: [move(other, other)] }, ['MOVES_FOREIGN']],
])('SEC-94: sending to %s', (_, input, expected) => {
  expect(codes(input)).toEqual(expected)
})

test('SEC-94: a lookalike is a danger, with the characters that differ', () => {
  const twin = `0xb2b2${'0'.repeat(32)}b2b2`
  const known = { address: twin, relation: 'own' } as const
  const [finding] = list({ operations: [pay(other)], known: [known] })
  expect(finding).toMatchObject({
    code: 'RECIPIENT_LOOKALIKE',
    level: 'danger',
    facts: { address: other, known, positions: Array.from({ length: 32 }, (_, at) => at + 6) },
  })
})

test('SEC-94: mixed case that does not fit its checksum is a danger, plain case is not', () => {
  const toChecksum = (address: string) => `${address.slice(0, -2)}${address.slice(-2).toUpperCase()}`
  const wrong = `${other.slice(0, 2)}B${other.slice(3)}`
  expect(codes({ operations: [pay(other)], to: wrong, toChecksum })).toEqual(['RECIPIENT_CHECKSUM'])
  expect(codes({ operations: [pay(other)], to: toChecksum(other), toChecksum })).toEqual([])
  expect(codes({ operations: [pay(other)], to: other, toChecksum })).toEqual([])
})

test.each<[string, Operation, Partial<GuardInput>, readonly string[]]>([
  ['without a limit', approve(MAX_UINT256), {}, ['APPROVAL_UNLIMITED']],
  ['above what is there', approve(6n), { balances: new Map([[token, 5n]]) }, ['APPROVAL_ABOVE_BALANCE']],
  ['of what is there', approve(5n), { balances: new Map([[token, 5n]]) }, []],
  ['of an unknown part', approve(5n), {}, []],
  ['for a person', approve(5n), { addresses: new Map([[other, { hasCode: false }]]) }, ['APPROVAL_TO_ACCOUNT']],
  ['taken back', approve(0n), { addresses: new Map([[other, { hasCode: false }]]) }, []],
  ['made smaller', approve(MAX_UINT256, 'decrease'), {}, []],
  [
    'of a whole collection',
    { kind: 'approveAll', by: me, token, operator: other, isApproved: true },
    {},
    ['APPROVAL_ALL'],
  ],
  ['of a collection, ended', { kind: 'approveAll', by: me, token, operator: other, isApproved: false }, {}, []],
  ['of somebody else', { ...approve(MAX_UINT256), owner: other } as Operation, {}, []],
])('an approval %s', (_, operation, input, expected) => {
  expect(codes({ operations: [operation], ...input })).toEqual(expected)
})

const permit = {
  kind: 'permit',
  standard: 'erc2612',
  owner: me,
  spender: other,
  approvals: [{ token, amount: MAX_UINT256 }],
  deadlineAt: undefined,
  chainId: 1,
  isCanonical: true,
} as const

test('a permit is a danger, and more so for another account, chain or contract', () => {
  expect(list({ typedData: permit })).toMatchObject([
    { code: 'PERMIT', level: 'danger', facts: { spender: other, tokens: [token], isUnlimited: true } },
  ])
  const foreign = { ...permit, owner: other, chainId: 2, isCanonical: false }
  const whats = list({ typedData: foreign, chainId: 1 }).map(({ facts }) => Reflect.get(facts, 'what'))
  expect(whats).toEqual([undefined, 'owner', 'chain', 'contract'])
  expect(codes({ typedData: { ...permit, approvals: [{ token, amount: 0n }] } })).toEqual([])
  expect(codes({ typedData: { kind: 'unreadable', primaryType: 'Permit' } })).toEqual(['PERMIT_UNREADABLE'])
  expect(codes({ typedData: { kind: 'other', primaryType: 'Mail' } })).toEqual([])
})

test('what cannot be said is said to be unknown', () => {
  const unknown = { kind: 'unknown', by: me, to: other, selector: '0x12345678' } as const
  expect(codes({ operations: [{ ...unknown, reason: 'selector' }] })).toEqual(['CALL_UNKNOWN'])
  expect(codes({ operations: [{ ...unknown, reason: 'arguments' }] })).toEqual(['CALL_UNREADABLE'])
  expect(codes({ operations: [{ kind: 'create', by: me }] })).toEqual(['CONTRACT_CREATED'])
})

test('a loss above what the data says is a danger; a loss in a call that nobody can read is its effect', () => {
  const change = { kind: 'token', token, standard: 'erc20', before: 10n, after: 0n } as const
  const effects = { status: 'simulated', changes: [change], isComplete: true } as const
  expect(list({ operations: [move(other)], effects })).toMatchObject([
    { code: 'LOSES_MORE', facts: { token, said: 5n, lost: 10n } },
  ])
  const unknown = { kind: 'unknown', by: me, to: other, selector: undefined, reason: 'selector' } as const
  expect(codes({ operations: [unknown], effects })).toEqual(['CALL_UNKNOWN'])
  const less = { ...effects, changes: [{ ...change, after: 5n }] }
  expect(codes({ operations: [move(other)], effects: less })).toEqual([])
})

test('effects that could not be checked, or not wholly, are said; so is a failure', () => {
  expect(codes({ effects: { status: 'unchecked' } })).toEqual(['EFFECTS_UNCHECKED'])
  expect(codes({ effects: { status: 'simulated', changes: [], isComplete: false } })).toEqual(['EFFECTS_UNCHECKED'])
  expect(list({ effects: { status: 'reverts', reason: 'no', isOfFunds: false } })).toMatchObject([
    { code: 'WOULD_FAIL', facts: { reason: 'no' } },
  ])
})

test('the gravest comes first, and nothing is said twice', () => {
  const operations = [move(other), approve(MAX_UINT256), approve(MAX_UINT256), pay(me)]
  expect(codes({ operations, known: [] })).toEqual(['APPROVAL_UNLIMITED', 'RECIPIENT_SELF', 'RECIPIENT_NEW'])
})

test('an order is a warning, one that brings nothing a danger, and more so for another account or chain', () => {
  const gives = [{ token, isNft: true, id: 7n, amount: 1n }]
  const gets = [{ token: undefined, isNft: false, id: undefined, amount: 500n }]
  const order = { kind: 'order', offerer: me, gives, gets, endsAt: undefined, chainId: 1 } as const
  expect(list({ typedData: order, chainId: 1 })).toMatchObject([{ code: 'ORDER', level: 'warning' }])
  expect(list({ typedData: { ...order, gets: [] }, chainId: 1 })).toMatchObject([
    { code: 'ORDER_FOR_NOTHING', level: 'danger' },
  ])
  expect(codes({ typedData: { ...order, offerer: other }, chainId: 2 })).toEqual([
    'PERMIT_FOREIGN',
    'PERMIT_FOREIGN',
    'ORDER',
  ])
})

test('a blind signature and an account that is lent to code are dangers; taking that back is none', () => {
  expect(list({ isBlind: true })).toEqual([{ code: 'SIGNS_BLINDLY', level: 'danger', facts: {} }])
  const delegate = { kind: 'delegate', by: me, to: other, chainId: 0n } as const
  expect(list({ operations: [delegate] })).toEqual([
    { code: 'ACCOUNT_DELEGATED', level: 'danger', facts: { address: other, isEverywhere: true } },
  ])
  expect(codes({ operations: [{ ...delegate, to: undefined }] })).toEqual([])
})
