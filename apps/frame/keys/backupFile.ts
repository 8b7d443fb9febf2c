/**
 * The backup file: a whole wallet under generated words, that opens without any server (SEC-14). Its format is documented in
 * docs/backup-file.md, so that anybody can write a program that opens it.
 *
 * The words carry 88 bits, so that nobody guesses them; scrypt is a second line. Its parameters are in the file, because what a
 * phone can do differs and grows.
 */
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { base64urlnopad } from '@scure/base'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import * as v from 'valibot'
import { type Bytes, type Random, sameBytes, wipe } from './bytes.ts'
import { deriveAddresses, ENTROPY_LENGTH } from './derive.ts'
import { KeyError } from './KeyError.ts'

/** How many words: 11 bits each. At least 77 bits are required (SEC-14). */
export const PHRASE_LENGTH = 8

const FORMAT = 'latchkey-backup'
const VERSION = 1
const SALT_LENGTH = 16
const NONCE_LENGTH = 12

/** scrypt's cost: 128 MiB and about a second. Source: SEC-14. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const

/** More than this is no file of ours, and would hang the page that opens it: 1 GiB. */
const MOST_MEMORY = 2 ** 30

const bytesOf = (length: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]*$/u),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        const bytes = Uint8Array.from(base64urlnopad.decode(dataset.value))
        if (bytes.length === length) return bytes
      } catch {
        // Not base64url: said below, as a wrong length is.
      }
      addIssue({ message: `expected ${length} bytes in base64url` })
      return NEVER
    }),
  )

const power = v.pipe(
  v.number(),
  v.integer(),
  v.check((cost) => cost >= 2 ** 14 && Number.isInteger(Math.log2(cost)), 'expected a power of two'),
)
const small = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64))

const backupFile = v.pipe(
  v.object({
    format: v.literal(FORMAT),
    version: v.literal(VERSION),
    /** ISO 8601, for the owner; nothing depends on it. */
    created: v.string(),
    addresses: v.object({ eip155: v.string(), solana: v.string() }),
    kdf: v.object({ name: v.literal('scrypt'), N: power, r: small, p: small, salt: bytesOf(SALT_LENGTH) }),
    cipher: v.object({
      name: v.literal('AES-256-GCM'),
      nonce: bytesOf(NONCE_LENGTH),
      /** The entropy and 16 bytes of tag. */
      ciphertext: bytesOf(ENTROPY_LENGTH + 16),
    }),
  }),
  v.check(({ kdf }) => 128 * kdf.N * kdf.r * kdf.p <= MOST_MEMORY, 'scrypt asks for more than 1 GiB'),
)

/** New words for one file, by the platform's generator. The list has 2,048 words, so two bytes modulo it are uniform. */
export const createPhrase = (random: Random): string => {
  const bytes = random(2 * PHRASE_LENGTH)
  const view = new DataView(bytes.buffer)
  const words = Array.from({ length: PHRASE_LENGTH }, (_, index) => wordlist[view.getUint16(2 * index) % 2048])
  wipe(bytes)
  return words.join(' ')
}

/** What people write differently: capitals, several spaces, hyphens between words. */
const tidyPhrase = (phrase: string): string =>
  phrase
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter(Boolean)
    .join(' ')

type Cost = { readonly N: number; readonly r: number; readonly p: number }

const keyOf = async (
  phrase: string,
  salt: Uint8Array,
  cost: Cost,
  onProgress?: (share: number) => void,
): Promise<CryptoKey> => {
  const { N, r, p } = cost
  const options = { N, r, p, dkLen: 32, ...(onProgress && { onProgress }) }
  const bytes = Uint8Array.from(await scryptAsync(tidyPhrase(phrase), salt, options))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  wipe(bytes)
  return key
}

/** What is said openly in the file is bound to what is closed in it. */
const additionalDataOf = (addresses: { readonly eip155: string; readonly solana: string }): Bytes =>
  new TextEncoder().encode(`${FORMAT}/v${VERSION}\n${addresses.eip155}\n${addresses.solana}`)

/** The text of a backup file: JSON, one file a wallet. `now` in ms since 1970. */
export const makeBackupFile = async (
  entropy: Bytes,
  phrase: string,
  { random, now, cost = COST }: { readonly random: Random; readonly now: number; readonly cost?: Cost },
): Promise<string> => {
  const addresses = deriveAddresses(entropy)
  const salt = random(SALT_LENGTH)
  const nonce = random(NONCE_LENGTH)
  const key = await keyOf(phrase, salt, cost)
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: additionalDataOf(addresses) }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(parameters, key, entropy))
  const file: v.InferInput<typeof backupFile> = {
    format: FORMAT,
    version: VERSION,
    created: new Date(now).toISOString(),
    addresses,
    kdf: { name: 'scrypt', N: cost.N, r: cost.r, p: cost.p, salt: base64urlnopad.encode(salt) },
    cipher: {
      name: 'AES-256-GCM',
      nonce: base64urlnopad.encode(nonce),
      ciphertext: base64urlnopad.encode(ciphertext),
    },
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

const parseFile = (text: string): v.InferOutput<typeof backupFile> => {
  const unknown = (cause: unknown) =>
    new KeyError('BACKUP_FILE_UNKNOWN', 'This is no Latchkey backup file of a version that is known here', { cause })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unknown(error)
  }
  const parsed = v.safeParse(backupFile, value)
  if (!parsed.success) throw unknown(parsed.issues[0].message)
  return parsed.output
}

/**
 * The entropy in a backup file. `onProgress` hears how much of the work is done, from 0 to 1.
 *
 * @throws {KeyError} `BACKUP_FILE_UNKNOWN`, `BACKUP_PHRASE_WRONG` (also where the ciphertext was changed: the cipher cannot tell the
 * two apart), `BACKUP_FILE_DAMAGED` where the accounts are others than the file says
 */
export const openBackupFile = async (
  text: string,
  phrase: string,
  onProgress?: (share: number) => void,
): Promise<Bytes> => {
  const { addresses, kdf, cipher } = parseFile(text)
  const key = await keyOf(phrase, kdf.salt, kdf, onProgress)
  const parameters = { name: 'AES-GCM', iv: cipher.nonce, additionalData: additionalDataOf(addresses) }
  const entropy = await crypto.subtle.decrypt(parameters, key, cipher.ciphertext).then(
    (opened) => new Uint8Array(opened),
    (error) => {
      throw new KeyError('BACKUP_PHRASE_WRONG', 'These words do not open this file', { cause: error })
    },
  )
  const encoder = new TextEncoder()
  const derived = deriveAddresses(entropy)
  const same = (one: string, other: string) => sameBytes(encoder.encode(one), encoder.encode(other))
  if (same(derived.eip155, addresses.eip155) && same(derived.solana, addresses.solana)) return entropy
  wipe(entropy)
  throw new KeyError('BACKUP_FILE_DAMAGED', 'The accounts in this file are others than it says')
}
