import { readFileSync, statSync } from 'node:fs'
import { MASTER_KEY_BYTES, type MasterKeys } from './createLocalKms.ts'

/** Who has master keys: each party its own (SEC-11). */
export type Party = 'gateway' | 'vault'

/** Keys within a token that PKCS#11 reaches: a module of its maker, and what is in it. */
export type TokenSource = {
  readonly kind: 'pkcs11'
  /** Path of the module, such as `/usr/lib/softhsm/libsofthsm2.so`. */
  readonly module: string
  /** The token's label. */
  readonly token: string
  readonly pin: string
  /** Ids of the keys, the newest first; each is called `<party>:<id>` in the token. */
  readonly keys: readonly string[]
}

/** Where the master keys of a party come from. */
export type KeySource =
  | TokenSource
  | {
      readonly kind: 'file'
      /** A text file that nobody else may read, in the form of `parseMasterKeys`. */
      readonly path: string
    }
  | {
      readonly kind: 'environment'
      /** The keys themselves, in the form of `parseMasterKeys`. */
      readonly keys: string
    }
  /** Keys that everybody knows, for tests and the demo. */
  | { readonly kind: 'development' }

/** The master keys cannot be used. Names no key. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
  readonly code = 'MASTER_KEY_UNUSABLE'
}

/** Reads the master keys of a party. Throws `MasterKeyError`. */
export function readMasterKeys(
  source: Exclude<KeySource, TokenSource>,
  party: Party,
  /** `NODE_ENV` of the process. */
  mode: string | undefined,
): MasterKeys {
  if (source.kind === 'development') {
    if (mode === 'production') {
      throw new MasterKeyError('The master keys of development are known to everybody and start nothing in production.')
    }
    const bytes = new Uint8Array(MASTER_KEY_BYTES).fill(party === 'gateway' ? 1 : 2)
    return new Map([[`${party}-development`, bytes]])
  }
  return parseMasterKeys(source.kind === 'file' ? readKeyFile(source.path) : source.keys, party)
}

/**
 * Reads keys such as `vault:2026-11:<43 characters>`, one a line or behind a comma, the newest first: the party that may use it, its
 * id, and 32 random bytes in base64url. Older keys stay for as long as records are under them.
 */
export function parseMasterKeys(text: string, party: Party): MasterKeys {
  const keys = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const entry of text.split(/[\n,]/).map((each) => each.trim())) {
    if (entry === '') continue
    const [, owner, id = '', secret = ''] = /^(gateway|vault):([\w.-]{1,32}):([\w-]{43})=?$/.exec(entry) ?? []
    if (owner === undefined) {
      throw new MasterKeyError(
        `A master key is written as ${party}:<id>:<32 random bytes in base64url>; the ${keys.size + 1}. is not.`,
      )
    }
    if (owner !== party) throw new MasterKeyError(`The master key "${id}" is the ${owner}'s, and this is the ${party}.`)
    if (keys.has(id)) throw new MasterKeyError(`There are two master keys "${id}".`)
    const bytes = Uint8Array.from(Buffer.from(secret, 'base64url'))
    // 32 random bytes have so few different ones once in more than 2^100 times.
    if (new Set(bytes).size < 12) throw new MasterKeyError(`The master key "${id}" is not random.`)
    keys.set(id, bytes)
  }
  if (keys.size === 0) throw new MasterKeyError('There is no master key.')
  return keys
}

function readKeyFile(path: string): string {
  try {
    const { mode } = statSync(path)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new MasterKeyError(`The file of the master keys may be read by others: chmod 600 ${path}`)
    }
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof MasterKeyError) throw error
    throw new MasterKeyError(`The file of the master keys cannot be read: ${path}`)
  }
}
