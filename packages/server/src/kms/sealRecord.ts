import { type Kms, KmsError } from './kms.ts'

/**
 * Something sealed at rest: AES-256-GCM under a random data key of its own, and that key under a master key. Both are bound to
 * the same additional data. All texts in base64url but `keyId`.
 */
export type SealedRecord = { readonly keyId: string; readonly wrapped: string; readonly box: string }

const DATA_KEY_BYTES = 32

/** A data key seals once, so its nonce may be constant. NIST SP 800-38D, 8.2.1. */
const NONCE = new Uint8Array(12)

/** Seals bytes for this purpose and no other. Source: SEC-04, SEC-06. */
export async function sealRecord(
  kms: Kms,
  bytes: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<SealedRecord> {
  const dataKey = crypto.getRandomValues(new Uint8Array(DATA_KEY_BYTES))
  try {
    const key = await crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['encrypt'])
    const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: NONCE, additionalData }, key, bytes)
    const { keyId, wrapped } = await kms.wrap(dataKey, additionalData)
    return { keyId, wrapped, box: Buffer.from(box).toString('base64url') }
  } finally {
    dataKey.fill(0)
  }
}

/** Opens what `sealRecord` made with the same additional data. Throws `KmsError`. */
export async function openRecord(
  kms: Kms,
  { box, ...wrapped }: SealedRecord,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const dataKey = await kms.unwrap(wrapped, additionalData)
  try {
    const key = await crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['decrypt'])
    const bytes = Uint8Array.from(Buffer.from(box, 'base64url'))
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: NONCE, additionalData }, key, bytes))
  } catch {
    throw new KmsError('RECORD_DAMAGED', 'A record does not open.')
  } finally {
    dataKey.fill(0)
  }
}

/**
 * The same record with its data key under the newest master key; what is inside is not opened. Gives the record itself where it is
 * under that one already. Source: SEC-18.
 */
export async function rewrapRecord(
  kms: Kms,
  record: SealedRecord,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<SealedRecord> {
  if (record.keyId === kms.keyId) return record
  const dataKey = await kms.unwrap(record, additionalData)
  try {
    return { ...(await kms.wrap(dataKey, additionalData)), box: record.box }
  } finally {
    dataKey.fill(0)
  }
}
