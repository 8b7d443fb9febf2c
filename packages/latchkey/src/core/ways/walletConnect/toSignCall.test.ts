import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase58 } from '../../values/base58.ts'
import { toSignCall } from './toSignCall.ts'

const account = { address: 'ADDR', type: 'eoa' } as const

test.each([
  // Source of the expected texts: the base58 draft's test vectors (draft-msporny-base58).
  ['Hello World!', '2NEpo7TZRRrLZSi2U'],
  ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
])('%j is %s in base58', (text, base58) => {
  expect(toBase58(new TextEncoder().encode(text))).toBe(base58)
})

test('leading zero bytes stay in base58', () => {
  expect(toBase58(Uint8Array.of(0, 0, 0x28, 0x7f, 0xb4, 0xcd))).toBe('11233QC4')
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toBase58(Uint8Array.of(0, ...bytes))).toBe(`1${toBase58(bytes)}`)
    }),
  )
})

test('each namespace is asked to sign in its own way', () => {
  expect(toSignCall('eip155', account, 'é')).toMatchObject({ method: 'personal_sign', params: ['0xc3a9', 'ADDR'] })
  expect(toSignCall('solana', account, 'Hello World!')).toMatchObject({
    method: 'solana_signMessage',
    params: { message: '2NEpo7TZRRrLZSi2U', pubkey: 'ADDR' },
  })
  expect(toSignCall('bip122', account, 'x')).toMatchObject({
    method: 'signMessage',
    params: { account: 'ADDR', address: 'ADDR', message: 'x' },
  })
  expect(toSignCall('polkadot', account, Uint8Array.of(0x78))).toMatchObject({
    method: 'polkadot_signMessage',
    params: { address: 'ADDR', message: 'x' },
  })
})

test('wallets of other namespaces write signatures in their own way', () => {
  expect(toSignCall('solana', account, 'x').read({ signature: 'sig' })).toBe('sig')
})

const SIGNATURE = `0x${'ab'.repeat(65)}`

test.each([
  [SIGNATURE, SIGNATURE],
  [{ signature: SIGNATURE }, SIGNATURE],
  // Owners of a smart wallet may sign on the chain (F-33).
  ['0x', '0x'],
  ['0xab', undefined],
  ['sig', undefined],
  [{ signature: 7 }, undefined],
  ['', undefined],
  [null, undefined],
])('an answer of %j is the signature %j', (answer, signature) => {
  expect(toSignCall('eip155', account, 'x').read(answer)).toBe(signature)
})
