import { type Kms, KmsError } from './kms.ts'
import { AES, ATTRIBUTE, openToken, TokenError } from './pkcs11.ts'
import { MasterKeyError, type Party, type TokenSource } from './readMasterKeys.ts'

const NONCE_BYTES = 12
const KEY_BYTES = 32

/**
 * A `Kms` whose master keys are in a token (PKCS#11) and never leave it. The key of an id is called `<party>:<id>` there, so that no
 * party takes the other's. Throws `MasterKeyError` where one is missing, may be read out, or is no AES-256 key.
 */
export async function createTokenKms(source: TokenSource, party: Party): Promise<Kms> {
  const [keyId] = source.keys
  if (keyId === undefined) throw new MasterKeyError('There is no master key.')
  const token = await openToken(source).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new MasterKeyError(`The token of the master keys cannot be used: ${why}`, { cause: error })
  })
  const held = new Map<string, bigint>()
  for (const id of source.keys) {
    const label = `${party}:${id}`
    const key = await token.findKey(label)
    if (key === undefined) throw new MasterKeyError(`The token has no key "${label}".`)
    const isAes =
      (await token.readNumber(key, ATTRIBUTE.keyType)) === AES &&
      (await token.readNumber(key, ATTRIBUTE.valueLength)) === KEY_BYTES
    if (!isAes) throw new MasterKeyError(`The key "${label}" is no AES-256 key.`)
    const isKept =
      (await token.readFlag(key, ATTRIBUTE.sensitive)) && !(await token.readFlag(key, ATTRIBUTE.extractable))
    if (!isKept) throw new MasterKeyError(`The key "${label}" may leave its token.`)
    held.set(id, key)
  }

  function keyOf(id: string): bigint {
    const key = held.get(id)
    if (key === undefined) throw new KmsError('KEY_UNKNOWN', `There is no master key ${id}.`)
    return key
  }

  return {
    keyId,
    async wrap(dataKey, additionalData) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const box = await token.encrypt(keyOf(keyId), nonce, bind(keyId, additionalData), dataKey)
      return { keyId, wrapped: Buffer.concat([nonce, box]).toString('base64url') }
    },
    async unwrap(wrapped, additionalData) {
      const key = keyOf(wrapped.keyId)
      const bytes = Uint8Array.from(Buffer.from(wrapped.wrapped, 'base64url'))
      const [nonce, box] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)]
      try {
        return await token.decrypt(key, nonce, bind(wrapped.keyId, additionalData), box)
      } catch (error) {
        if (!(error instanceof TokenError)) throw error
        // Tokens say in several ways that a tag does not fit.
        throw new KmsError('RECORD_DAMAGED', 'A data key does not open.', { cause: error })
      }
    },
    // They cannot be looked at; that the two parties have none in common is settled by their names and their tokens.
    fingerprints: async () => [],
  }
}

/** The id is bound to what it wraps, so that no record can be told another: as `createLocalKms` does. */
function bind(keyId: string, additionalData: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode(keyId)
  return Uint8Array.from([name.length, ...name, ...additionalData])
}
