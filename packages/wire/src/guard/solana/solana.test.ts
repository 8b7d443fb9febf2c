import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AskNode } from '../fetchEffects.ts'
import { describeCalls } from './describeCalls.ts'
import { fetchSolanaEffects, UNCHECKED_SOLANA } from './fetchSolanaEffects.ts'
import { listSolanaFindings } from './listSolanaFindings.ts'
import { readMint, readRawAccount, readTokenAccount, TOKEN_PROGRAMS } from './readAccount.ts'
import { readMessage, type SolanaMessage } from './readMessage.ts'

/** Not base58: every byte in hexadecimal, which is as good a name. */
const toText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const me = toText(key(1))

/** A message of version 0 that pays from the first key to one that stands in a table. */
const lookup = Uint8Array.from([
  ...[1, ...new Uint8Array(64)],
  ...[0x80, 1, 0, 1, 2, ...key(1), ...key(0), ...key(9)],
  ...[1, 1, 2, 0, 2, 12, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0],
  ...[1, ...key(8), 1, 1, 0],
])

test('a message names its payer, what it may write, its calls, and what it takes out of tables', () => {
  const message = readMessage(lookup, toText)
  expect(message).toMatchObject({
    payer: me,
    keys: [me, toText(key(0))],
    writable: [me],
    signatureCount: 1,
    lookups: [{ table: toText(key(8)), writable: [1], readonly: [] }],
  })
  expect(message?.listCalls()[0]?.accounts).toEqual([me, undefined])
  expect(message?.listCalls([['a', 'b']])[0]?.accounts).toEqual([me, 'b'])
})

test('a message that is cut off anywhere, or has something behind its end, is none', () => {
  for (let length = 0; length < lookup.length; length += 1) {
    expect(readMessage(lookup.slice(0, length), toText), String(length)).toBeUndefined()
  }
  expect(readMessage(Uint8Array.from([...lookup, 0]), toText)).toBeUndefined()
})

test('any bytes at all are a message or none, and calls of any data are said or unknown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      readMessage(bytes, toText)
      const accounts = ['a', undefined, 'c']
      for (const program of [...TOKEN_PROGRAMS, '11111111111111111111111111111111', undefined]) {
        expect(describeCalls([{ program, accounts, data: bytes }], toText)).toHaveLength(1)
      }
      readTokenAccount({ owner: TOKEN_PROGRAMS[0] ?? '', lamports: 1n, data: bytes }, toText)
      readMint({ owner: TOKEN_PROGRAMS[1] ?? '', lamports: 1n, data: bytes })
    }),
    { numRuns: 200 },
  )
})

/** A mint of Token-2022 with one extension. */
function makeMint(extension: readonly number[]): Uint8Array {
  const data = new Uint8Array(166 + extension.length)
  data[44] = 6
  data[45] = 1
  data[165] = 1
  data.set(extension, 166)
  return data
}

test('a mint of Token-2022 that keeps a fee is told, in either of its two epochs; one of nothing is no fee', () => {
  const owner = TOKEN_PROGRAMS[1] ?? ''
  const fee = (older: number, newer: number) => {
    const body = new Uint8Array(108)
    body[72 + 16] = older
    body[90 + 16] = newer
    return [1, 0, 108, 0, ...body]
  }
  const read = (extension: readonly number[]) => readMint({ owner, lamports: 1n, data: makeMint(extension) })
  expect(read(fee(50, 0))).toEqual({ decimals: 6, hasFee: true })
  expect(read(fee(0, 50))?.hasFee).toBe(true)
  expect(read(fee(0, 0))?.hasFee).toBe(false)
  // Another extension before it, and one that says it is longer than there is.
  expect(read([9, 0, 2, 0, 7, 7, ...fee(50, 0)])?.hasFee).toBe(true)
  expect(read([9, 0, 255, 255])?.hasFee).toBe(false)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['HTML', '<html>'],
  ['too few accounts', { value: [] }],
  ['accounts of other forms', { value: [{ lamports: -1, owner: 7, data: 'x' }] }],
  ['accounts whose data is no base64', { value: [{ lamports: 1, owner: 'a', data: ['%%%', 'base64'] }] }],
])('a node that answers %s decides nothing', async (_, answer) => {
  const message = readMessage(lookup, toText) as SolanaMessage
  const ask: AskNode = async () => answer
  const found = await fetchSolanaEffects({ message, base64: '', messageBase64: '' }, me, ask, toText)
  expect(found.effects).toEqual({ status: 'unchecked' })
  const operations = describeCalls(message.listCalls(found.tables), toText)
  expect(listSolanaFindings({ account: me, operations, found }).map(({ code }) => code)).toContain('EFFECTS_UNCHECKED')
})

test('SEC-94: a transaction that stays valid by a nonce says so', () => {
  const advance = { program: '11111111111111111111111111111111', accounts: ['a'], data: Uint8Array.of(4, 0, 0, 0) }
  const operations = describeCalls([advance], toText)
  const findings = listSolanaFindings({ account: me, operations, found: UNCHECKED_SOLANA })
  expect(findings).toContainEqual({ code: 'CAN_WAIT', level: 'warning', facts: {} })
})

test('an account that is not there has nothing in it', () => {
  expect(readRawAccount(null)).toMatchObject({ lamports: 0n })
})
