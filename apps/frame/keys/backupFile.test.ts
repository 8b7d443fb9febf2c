import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPhrase, makeBackupFile, openBackupFile, PHRASE_LENGTH } from './backupFile.ts'
import { type Bytes, platformRandom } from './bytes.ts'
import { deriveAddresses } from './derive.ts'

/** The least that a file may ask for, where a test needs no second of work. */
const CHEAP = { N: 2 ** 14, r: 8, p: 1 }
const make = (entropy: Bytes, phrase: string, cost: typeof CHEAP | undefined = CHEAP) =>
  makeBackupFile(entropy, phrase, { random: platformRandom, now: Date.UTC(2026, 0, 2), cost })

it('SEC-14: a file opens with its words, however they are typed', async () => {
  const entropy = platformRandom(32)
  const phrase = createPhrase(platformRandom)
  const file = await make(entropy, phrase)
  for (const typed of [phrase, ` ${phrase.toUpperCase()} `, phrase.replaceAll(' ', '-'), phrase.replaceAll(' ', '\n')])
    expect([...(await openBackupFile(file, typed))]).toEqual([...entropy])
})

it('SEC-14: the words carry at least 77 bits, come from the generator alone, and no word is likelier than another', () => {
  expect(PHRASE_LENGTH * Math.log2(2048)).toBeGreaterThanOrEqual(77)
  expect(createPhrase((length) => new Uint8Array(length))).toBe(new Array(PHRASE_LENGTH).fill('abandon').join(' '))
  expect(createPhrase((length) => new Uint8Array(length).fill(255))).toBe(
    new Array(PHRASE_LENGTH).fill('zoo').join(' '),
  )
  // 65,536 is a multiple of 2,048, so that two random bytes fall on every word equally often.
  expect(65_536 % 2048).toBe(0)
})

it('SEC-14: a new file asks for scrypt with N = 2^17, r = 8, p = 1, and a second implementation opens it by its description', async () => {
  const entropy = platformRandom(32)
  const phrase = createPhrase(platformRandom)
  const file = JSON.parse(await makeBackupFile(entropy, phrase, { random: platformRandom, now: 0 }))
  expect(file.kdf).toMatchObject({ name: 'scrypt', N: 131_072, r: 8, p: 1 })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const key = scryptSync(phrase, bytes(file.kdf.salt), 32, { N: 131_072, r: 8, p: 1, maxmem: 2 ** 28 })
  const sealed = bytes(file.cipher.ciphertext)
  const opened = createDecipheriv('aes-256-gcm', key, bytes(file.cipher.nonce))
    .setAAD(Buffer.from(`latchkey-backup/v1\n${file.addresses.eip155}\n${file.addresses.solana}`))
    .setAuthTag(sealed.subarray(32))
  expect(Buffer.concat([opened.update(sealed.subarray(0, 32)), opened.final()])).toEqual(Buffer.from(entropy))
})

it('SEC-14: other words do not open it, and one word that is wrong is enough', async () => {
  const phrase = createPhrase(platformRandom)
  const file = await make(platformRandom(32), phrase)
  const [first, ...rest] = phrase.split(' ')
  for (const wrong of [createPhrase(platformRandom), ['zoo', ...rest].join(' '), `${phrase} ${first}`, ''])
    await expect(openBackupFile(file, wrong)).rejects.toMatchObject({ code: 'BACKUP_PHRASE_WRONG' })
})

it('SEC-14: a file whose accounts or ciphertext were changed does not open', async () => {
  const phrase = createPhrase(platformRandom)
  const text = await make(platformRandom(32), phrase)
  const file = JSON.parse(text)
  const other = deriveAddresses(platformRandom(32))
  const flipped = Buffer.from(file.cipher.ciphertext, 'base64url')
  flipped[7] = (flipped[7] as number) ^ 1
  for (const changed of [
    { ...file, addresses: { ...file.addresses, eip155: other.eip155 } },
    { ...file, addresses: { ...file.addresses, solana: other.solana } },
    { ...file, cipher: { ...file.cipher, ciphertext: flipped.toString('base64url') } },
    { ...file, kdf: { ...file.kdf, N: 2 ** 15 } },
  ])
    await expect(openBackupFile(JSON.stringify(changed), phrase)).rejects.toMatchObject({ code: 'BACKUP_PHRASE_WRONG' })
})

it('SEC-14: a file that was closed over other accounts than it names is said to be damaged', async () => {
  const phrase = createPhrase(platformRandom)
  const file = JSON.parse(await make(platformRandom(32), phrase))
  const key = scryptSync(phrase, Buffer.from(file.kdf.salt, 'base64url'), 32, { ...CHEAP, maxmem: 2 ** 28 })
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(file.cipher.nonce, 'base64url'))
  cipher.setAAD(Buffer.from(`latchkey-backup/v1\n${file.addresses.eip155}\n${file.addresses.solana}`))
  const closed = Buffer.concat([cipher.update(platformRandom(32)), cipher.final(), cipher.getAuthTag()])
  file.cipher.ciphertext = closed.toString('base64url')
  await expect(openBackupFile(JSON.stringify(file), phrase)).rejects.toMatchObject({ code: 'BACKUP_FILE_DAMAGED' })
})

it.each<[string, (file: Record<string, Record<string, unknown>>) => unknown]>([
  ['no object', () => 'words'],
  ['another format', (file) => ({ ...file, format: 'keystore' })],
  ['a later version', (file) => ({ ...file, version: 2 })],
  ['a cost that is no power of two', (file) => ({ ...file, kdf: { ...file.kdf, N: 100_000 } })],
  ['too low a cost', (file) => ({ ...file, kdf: { ...file.kdf, N: 2 } })],
  ['a cost that would fill the memory', (file) => ({ ...file, kdf: { ...file.kdf, N: 2 ** 24 } })],
  ['a short salt', (file) => ({ ...file, kdf: { ...file.kdf, salt: 'AAAA' } })],
  ['a ciphertext that is no base64url', (file) => ({ ...file, cipher: { ...file.cipher, ciphertext: '%%' } })],
])('refuses %s before any work is done', async (_, change) => {
  const file = JSON.parse(await make(platformRandom(32), 'zoo'))
  await expect(openBackupFile(JSON.stringify(change(file)), 'zoo')).rejects.toMatchObject({
    code: 'BACKUP_FILE_UNKNOWN',
  })
})

it('refuses what is no JSON', async () => {
  await expect(openBackupFile('{"format":', 'zoo')).rejects.toMatchObject({ code: 'BACKUP_FILE_UNKNOWN' })
})

it('a file holds no word of the wallet and no byte of its entropy in any common encoding', async () => {
  const entropy = platformRandom(32)
  const file = await make(entropy, createPhrase(platformRandom))
  const bytes = Buffer.from(entropy)
  for (const encoding of ['hex', 'base64', 'base64url'] as const) expect(file).not.toContain(bytes.toString(encoding))
})
