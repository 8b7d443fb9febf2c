import { type Kms, KmsError, type WrappedKey } from './kms.ts'

/** Bytes of a master key: AES-256. */
export const MASTER_KEY_BYTES = 32

/** Bytes of the nonce that AES-GCM begins with. */
const NONCE_BYTES = 12

/** Master keys by their ids, the first one for what is new. */
export type MasterKeys = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/**
 * A `Kms` whose master keys are in this process. They are turned into keys that no code can read back; the id of a key is bound
 * to what it wraps, so that no record can be told another.
 */
export async function createLocalKms(keys: MasterKeys): Promise<Kms> {
  const held = new Map<string, { readonly key: CryptoKey; readonly fingerprint: string }>()
  for (const [id, bytes] of keys) {
    if (bytes.length !== MASTER_KEY_BYTES) throw new Error(`The master key ${id} has not ${MASTER_KEY_BYTES} bytes.`)
    const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    held.set(id, { key, fingerprint: await fingerprint(bytes) })
  }
  const [newest] = held
  if (newest === undefined) throw new Error('There is no master key.')
  const [keyId, { key: newestKey }] = newest

  return {
    keyId,
    async wrap(dataKey, additionalData) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const box = await crypto.subtle.encrypt(parameters(nonce, keyId, additionalData), newestKey, dataKey)
      return { keyId, wrapped: Buffer.concat([nonce, new Uint8Array(box)]).toString('base64url') }
    },
    async unwrap(wrapped, additionalData) {
      const key = held.get(wrapped.keyId)?.key
      if (key === undefined) throw new KmsError('KEY_UNKNOWN', `There is no master key ${wrapped.keyId}.`)
      return open(key, wrapped, additionalData)
    },
    fingerprints: async () => [...held.values()].map((each) => each.fingerprint),
  }
}

async function open(
  key: CryptoKey,
  { keyId, wrapped }: WrappedKey,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(Buffer.from(wrapped, 'base64url'))
  const nonce = bytes.slice(0, NONCE_BYTES)
  try {
    const box = bytes.slice(NONCE_BYTES)
    return new Uint8Array(await crypto.subtle.decrypt(parameters(nonce, keyId, additionalData), key, box))
  } catch {
    throw new KmsError('RECORD_DAMAGED', 'A data key does not open.')
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, keyId: string, additionalData: Uint8Array<ArrayBuffer>): AesGcmParams {
  const name = new TextEncoder().encode(keyId)
  return { name: 'AES-GCM', iv, additionalData: Uint8Array.from([name.length, ...name, ...additionalData]) }
}

/** HMAC-SHA-256 of a fixed text by the key: it tells nothing of 32 random bytes. */
async function fingerprint(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mark = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('latchkey/master-key/fingerprint/v1'))
  return Buffer.from(mark).toString('base64url')
}
