import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createLocalKms } from './createLocalKms.ts'
import { MasterKeyError, parseMasterKeys, readMasterKeys } from './readMasterKeys.ts'
import { openRecord, rewrapRecord, sealRecord } from './sealRecord.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-kms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
const OLD = `vault:old:${newKey()}`
const NEW = `vault:new:${newKey()}`
const SHARE = crypto.getRandomValues(new Uint8Array(32))
const WHAT = bytes('project|wallet|device|auth-share|1')

const kmsOf = (text: string) => createLocalKms(parseMasterKeys(text, 'vault'))

/** The text with one character of base64url changed to another that stands for other bits. */
const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'Q' : 'A'}${text.slice(at + 1)}`

test('SEC-06: a share is sealed under a data key of its own, and neither stands in what is kept', async () => {
  const kms = await kmsOf(NEW)
  const one = await sealRecord(kms, SHARE, WHAT)
  const other = await sealRecord(kms, SHARE, WHAT)
  expect(one.keyId).toBe('new')
  expect(one.box).not.toBe(other.box)
  expect(one.wrapped).not.toBe(other.wrapped)
  expect(JSON.stringify(one)).not.toContain(Buffer.from(SHARE).toString('base64url').slice(0, 12))
  expect(await openRecord(kms, one, WHAT)).toEqual(SHARE)
})

test('SEC-04: a record opens for nothing else than what it was sealed for, and not with one bit changed', async () => {
  const kms = await kmsOf(NEW)
  const record = await sealRecord(kms, SHARE, WHAT)
  await expect(openRecord(kms, record, bytes('project|wallet|device|auth-share|2'))).rejects.toMatchObject({
    code: 'RECORD_DAMAGED',
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('wrapped' as const, 'box' as const), fc.nat(), async (part, place) => {
      const damaged = { ...record, [part]: flip(record[part], place % (record[part].length - 1)) }
      await expect(openRecord(kms, damaged, WHAT)).rejects.toMatchObject({ code: 'RECORD_DAMAGED' })
    }),
    { numRuns: 60 },
  )
})

test('SEC-04: a record cannot be told to be under another master key', async () => {
  const text = newKey()
  const kms = await kmsOf(`vault:one:${text},vault:two:${text}`)
  const record = await sealRecord(kms, SHARE, WHAT)
  await expect(openRecord(kms, { ...record, keyId: 'two' }, WHAT)).rejects.toMatchObject({ code: 'RECORD_DAMAGED' })
})

test('SEC-18: after re-wrapping, the old master key can go and every record still opens', async () => {
  const record = await sealRecord(await kmsOf(OLD), SHARE, WHAT)
  const both = await kmsOf(`${NEW}\n${OLD}`)
  expect(await openRecord(both, record, WHAT)).toEqual(SHARE)
  const moved = await rewrapRecord(both, record, WHAT)
  expect(moved).toMatchObject({ keyId: 'new', box: record.box })
  expect(await rewrapRecord(both, moved, WHAT)).toBe(moved)
  const alone = await kmsOf(NEW)
  expect(await openRecord(alone, moved, WHAT)).toEqual(SHARE)
  await expect(openRecord(alone, record, WHAT)).rejects.toMatchObject({ code: 'KEY_UNKNOWN' })
})

test('SEC-11: a party refuses the keys of the other, and equal keys have equal fingerprints that tell nothing else', async () => {
  expect(() => parseMasterKeys(OLD, 'gateway')).toThrow("is the vault's, and this is the gateway")
  const key = newKey()
  const [mine] = await (await createLocalKms(parseMasterKeys(`gateway:a:${key}`, 'gateway'))).fingerprints()
  const [theirs] = await (await createLocalKms(parseMasterKeys(`vault:b:${key}`, 'vault'))).fingerprints()
  const [another] = await (await kmsOf(OLD)).fingerprints()
  expect(mine).toBe(theirs)
  expect(mine).not.toBe(another)
  expect(mine).not.toContain(key)
})

test.each([
  ['nothing', ''],
  ['a key without a party', newKey()],
  ['a key that is too short', 'vault:a:c2hvcnQ'],
  ['a key that is not random', `vault:a:${Buffer.alloc(32, 7).toString('base64url')}`],
  ['two keys of one id', `vault:a:${newKey()},vault:a:${newKey()}`],
])('SEC-118: %s starts nothing, and the words name no key', (_what, text) => {
  let said = ''
  try {
    parseMasterKeys(text, 'vault')
  } catch (error) {
    expect(error).toBeInstanceOf(MasterKeyError)
    said = String(error)
  }
  expect(said).not.toBe('')
  for (const part of text.split(/[:,]/).filter((each) => each.length > 6)) expect(said).not.toContain(part)
})

test('SEC-118: a key file that others may read, or that is not there, starts nothing', () => {
  const path = join(folder, 'keys')
  writeFileSync(path, `${NEW}\n${OLD}\n`)
  chmodSync(path, 0o600)
  expect([...readMasterKeys({ kind: 'file', path }, 'vault', 'production').keys()]).toEqual(['new', 'old'])
  chmodSync(path, 0o644)
  expect(() => readMasterKeys({ kind: 'file', path }, 'vault', undefined)).toThrow('chmod 600')
  expect(() => readMasterKeys({ kind: 'file', path: join(folder, 'none') }, 'vault', undefined)).toThrow(
    'cannot be read',
  )
})

test('SEC-63, SEC-118: the keys of development do not start in production, and differ between the parties', () => {
  expect(() => readMasterKeys({ kind: 'development' }, 'vault', 'production')).toThrow('start nothing in production')
  const [vault] = readMasterKeys({ kind: 'development' }, 'vault', undefined).values()
  const [gateway] = readMasterKeys({ kind: 'development' }, 'gateway', undefined).values()
  expect(vault).not.toEqual(gateway)
})
