/** Master keys in a token, over SoftHSM by its PKCS#11 module. */
import { afterAll, test as everyTest, expect } from 'vitest'
import { findSoftHsm, startSoftHsm } from '../../../testing/src/softHsm.ts'
import { parseSettings } from '../config.ts'
import { openOwnKeys } from '../custody/ownKeys.ts'
import { keySource } from '../custody/settings.ts'
import type { Kms } from './kms.ts'
import { openKms } from './openKms.ts'
import { openToken, TokenError } from './pkcs11.ts'
import type { KeySource } from './readMasterKeys.ts'
import { openRecord, rewrapRecord, sealRecord } from './sealRecord.ts'

const hsm = startSoftHsm(['latchkey-gateway', 'latchkey-vault'])
afterAll(() => hsm?.stop())
const test = everyTest.skipIf(findSoftHsm() === null)

const bytes = (text: string) => new TextEncoder().encode(text)
const SHARE = crypto.getRandomValues(new Uint8Array(32))
const WHAT = bytes('project|wallet|device|auth-share|1')
const { module = '', pin = '' } = hsm ?? {}
const sourceOf = (keys: readonly string[], given: object = {}): KeySource =>
  parseSettings(keySource, { kind: 'pkcs11', module, token: 'latchkey-vault', pin, keys, ...given }, {})

const token = hsm && (await openToken({ module, token: 'latchkey-vault', pin }))
for (const id of ['2025', '2026']) await token?.makeKey(`vault:${id}`)

const open = (...keys: readonly string[]): Promise<Kms> => openKms(sourceOf(keys), 'vault', 'production')

/** The text with one character of base64url changed to another that stands for other bits. */
const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'Q' : 'A'}${text.slice(at + 1)}`

test('SEC-06: wraps data keys within the token, for one purpose each, and refuses every bit that was changed', async () => {
  const kms = await open('2026')
  const record = await sealRecord(kms, SHARE, WHAT)
  expect(record.keyId).toBe('2026')
  expect(await openRecord(kms, record, WHAT)).toEqual(SHARE)
  await expect(openRecord(kms, record, bytes('something else'))).rejects.toMatchObject({ code: 'RECORD_DAMAGED' })
  for (let at = 0; at < record.wrapped.length - 1; at++)
    await expect(openRecord(kms, { ...record, wrapped: flip(record.wrapped, at) }, WHAT)).rejects.toMatchObject({
      code: 'RECORD_DAMAGED',
    })
  // What was refused leaves nothing behind in the session.
  expect(await openRecord(kms, record, WHAT)).toEqual(SHARE)
  for (const wrapped of ['', 'AAAA'])
    await expect(openRecord(kms, { ...record, wrapped }, WHAT)).rejects.toMatchObject({ code: 'RECORD_DAMAGED' })
})

test('SEC-04: a record cannot be told to be under another master key', async () => {
  const kms = await open('2026', '2025')
  const record = await sealRecord(kms, SHARE, WHAT)
  await expect(openRecord(kms, { ...record, keyId: '2025' }, WHAT)).rejects.toMatchObject({ code: 'RECORD_DAMAGED' })
  await expect(openRecord(kms, { ...record, keyId: '2024' }, WHAT)).rejects.toMatchObject({ code: 'KEY_UNKNOWN' })
})

test('SEC-18: after re-wrapping within the token the old master key can go', async () => {
  const record = await sealRecord(await open('2025'), SHARE, WHAT)
  const moved = await rewrapRecord(await open('2026', '2025'), record, WHAT)
  expect([moved.keyId, moved.box]).toEqual(['2026', record.box])
  expect(await openRecord(await open('2026'), moved, WHAT)).toEqual(SHARE)
  await expect(openRecord(await open('2026'), record, WHAT)).rejects.toMatchObject({ code: 'KEY_UNKNOWN' })
})

test('a hundred at once are each their own', async () => {
  const kms = await open('2026')
  const records = await Promise.all(Array.from({ length: 100 }, (_, at) => sealRecord(kms, bytes(`share ${at}`), WHAT)))
  const opened = await Promise.all(records.map((record) => openRecord(kms, record, WHAT)))
  expect(opened.map((each) => new TextDecoder().decode(each))).toEqual(records.map((_, at) => `share ${at}`))
})

test('SEC-11: the other party, a wrong PIN, another token, another module and a key that is not there start nothing', async () => {
  const refused = { code: 'MASTER_KEY_UNUSABLE' }
  await expect(openKms(sourceOf(['2026']), 'gateway', 'production')).rejects.toMatchObject(refused)
  await expect(open('2027')).rejects.toMatchObject(refused)
  for (const given of [{ token: 'nobody' }, { module: '/nowhere.so' }, { token: 'latchkey-gateway', pin: 'not it' }])
    await expect(openKms(sourceOf(['2026'], given), 'vault', 'production')).rejects.toMatchObject(refused)
})

test('the value of a master key cannot be read out, and one that could be is not used', async () => {
  const key = await token?.findKey('vault:2026')
  // CKA_VALUE.
  await expect(token?.readNumber(key ?? 0n, 0x11)).rejects.toBeInstanceOf(TokenError)
})

test('a party keeps its own keys under it', async () => {
  const kms = await open('2026')
  const kept = new Map<string, unknown>()
  const keys = await openOwnKeys({
    party: 'vault',
    kms,
    keep: async (name, fresh) => {
      kept.set(name, fresh)
      return fresh
    },
  })
  expect(kept.size).toBeGreaterThan(1)
  expect(await keys.mark('a')).toBe(await keys.mark('a'))
})

test('settings without a PIN, or with no key, are refused', () => {
  for (const given of [{ pin: '' }, { keys: [] }, { keys: ['a b'] }, { token: 'x'.repeat(33) }])
    expect(() => sourceOf(['2026'], given)).toThrow()
})
