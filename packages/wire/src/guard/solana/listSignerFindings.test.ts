import { expect, test } from 'vitest'
import { describeCalls } from './describeCalls.ts'
import { UNCHECKED_SOLANA } from './fetchSolanaEffects.ts'
import { isSigner, listSignerFindings } from './listSignerFindings.ts'
import { listSolanaFindings } from './listSolanaFindings.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './readAccount.ts'
import type { SolanaCall, SolanaMessage } from './readMessage.ts'

const toText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const BUDGET = 'ComputeBudget111111111111111111111111111111'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const [TOKEN, TOKEN_2022] = TOKEN_PROGRAMS as [string, string]
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

const number = (value: bigint, width: number): readonly number[] =>
  Array.from({ length: width }, (_, index) => Number((value >> BigInt(index * 8)) & 255n))
const call = (program: string, accounts: readonly string[], ...data: readonly number[]): SolanaCall => ({
  program,
  accounts,
  data: Uint8Array.from(data),
})
const message = (part: Partial<SolanaMessage> = {}, calls: readonly SolanaCall[] = []): SolanaMessage => ({
  bytes: new Uint8Array(),
  payer: 'me',
  keys: ['me', 'other', 'third'],
  writable: [],
  signatureCount: 1,
  lookups: [],
  listCalls: () => calls,
  ...part,
})
const codes = (...parameters: Parameters<typeof listSignerFindings>) =>
  listSignerFindings(...parameters).map(({ code }) => code)

test('SEC-51: only a transaction that wants this account’s signature is one to sign', () => {
  expect(isSigner(message(), 'me')).toBe(true)
  expect(isSigner(message(), 'other')).toBe(false)
  expect(isSigner(message({ signatureCount: 2 }), 'other')).toBe(true)
})

test('SEC-51: others who sign, and another one who pays, are told', () => {
  expect(codes(message(), 'me')).toEqual([])
  expect(codes(message({ signatureCount: 2 }), 'other')).toEqual(['OTHERS_SIGN', 'OTHER_PAYS'])
})

test.each([
  ['a price alone, of the usual units', [call(BUDGET, [], 3, ...number(100_000_000n, 8)), call(TOKEN, [])], true],
  [
    'a price and a limit',
    [call(BUDGET, [], 3, ...number(1_000_000_000n, 8)), call(BUDGET, [], 2, ...number(1_400_000n, 4))],
    true,
  ],
  ['a small price', [call(BUDGET, [], 3, ...number(1_000n, 8)), call(TOKEN, [])], false],
  [
    'a high price of few units',
    [call(BUDGET, [], 3, ...number(1_000_000n, 8)), call(BUDGET, [], 2, ...number(1_000n, 4))],
    false,
  ],
  [
    'a limit above what there is',
    [call(BUDGET, [], 3, ...number(1_000_000n, 8)), call(BUDGET, [], 2, ...number(0xffffffffn, 4))],
    false,
  ],
])('SEC-55: what being first may cost is told where it is high: %s', (_, calls, isHigh) => {
  expect(codes(message({}, calls), 'me').includes('FEE_HIGH')).toBe(isHigh)
  expect(codes(message({ payer: 'other', keys: ['other', 'me'], signatureCount: 2 }, calls), 'me')).not.toContain(
    'FEE_HIGH',
  )
})

const judge = (calls: readonly SolanaCall[], found = UNCHECKED_SOLANA) =>
  listSolanaFindings({ account: 'me', operations: describeCalls(calls, toText), found }).map(({ code }) => code)
const simulated = { ...UNCHECKED_SOLANA, effects: { status: 'simulated', changes: [], isComplete: true } } as const
const newOwner = [6, 2, 1, ...new Array<number>(32).fill(7)]

test.each<[string, SolanaCall, string]>([
  [
    'an account handed to a program',
    call(SYSTEM_PROGRAM, ['me'], 1, 0, 0, 0, ...new Array<number>(32).fill(7)),
    'AUTHORITY_CHANGED',
  ],
  ['a nonce in place of the blockhash', call(SYSTEM_PROGRAM, ['a'], 4, 0, 0, 0), 'CAN_WAIT'],
  [
    'a payment with a seed, which nobody reads here',
    call(SYSTEM_PROGRAM, ['a', 'me', 'b'], 11, 0, 0, 0),
    'PROGRAM_UNKNOWN',
  ],
  ['coin out of a nonce account', call(SYSTEM_PROGRAM, ['a', 'b'], 5, 0, 0, 0), 'PROGRAM_UNKNOWN'],
  ['an allowance of Token', call(TOKEN, ['a', 'thief', 'me'], 4, ...number(5n, 8)), 'DELEGATE_SET'],
  [
    'a checked allowance of Token-2022',
    call(TOKEN_2022, ['a', 'mint', 'thief', 'me'], 13, ...number(5n, 8), 6),
    'DELEGATE_SET',
  ],
  ['a new owner of a token account', call(TOKEN, ['a', 'me'], ...newOwner), 'AUTHORITY_CHANGED'],
  ['a new owner, of Token-2022', call(TOKEN_2022, ['a', 'me'], ...newOwner), 'AUTHORITY_CHANGED'],
  ['a closed account whose rest goes elsewhere', call(TOKEN, ['a', 'thief', 'me'], 9), 'CLOSES_TO_OTHER'],
  ['a call of Token that is in no list', call(TOKEN, ['a'], 200), 'PROGRAM_UNKNOWN'],
  ['an extension of Token-2022', call(TOKEN_2022, ['a'], 36, 1), 'PROGRAM_UNKNOWN'],
  ['a call of Associated Token beyond making', call(ASSOCIATED, ['a', 'b'], 2), 'PROGRAM_UNKNOWN'],
  ['a program that nobody knows', call('Ghost', ['me'], 1), 'PROGRAM_UNKNOWN'],
])('SEC-51: %s is told', (_, dangerous, code) => {
  expect(judge([dangerous])).toContain(code)
})

test('SEC-51: a program out of a table that could not be read is unknown', () => {
  expect(judge([{ program: undefined, accounts: [undefined], data: new Uint8Array() }])).toContain('PROGRAM_UNKNOWN')
})

test('SEC-51: budget, memo and an account of one’s own are nothing to be told', () => {
  const calls = [call(BUDGET, [], 2, 1, 1, 1, 0), call(MEMO, [], 104, 105), call(ASSOCIATED, ['me', 'b'], 1)]
  expect(judge(calls, simulated)).toEqual([])
})

test('SEC-51: a mint that is handed over is told even where a node tried it, since no balance shows it', () => {
  const [, , ...owner] = newOwner
  expect(judge([call(TOKEN, ['mint', 'me'], 6, 0, ...owner)], simulated)).toContain('AUTHORITY_CHANGED')
})
