/** A data key under a master key: which one, and what came out. Bytes in base64url. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: string }

/**
 * Whoever holds the master keys of a party. What is kept is sealed with data keys of its own (`sealRecord.ts`); a master key only
 * ever wraps those, and need not leave the device that has it.
 */
export type Kms = {
  /** The id of the master key that new data keys are wrapped with. Older ones still unwrap. */
  readonly keyId: string
  /** Wraps a data key, bound to `additionalData`. */
  wrap(dataKey: Uint8Array<ArrayBuffer>, additionalData: Uint8Array<ArrayBuffer>): Promise<WrappedKey>
  /** Throws `KmsError` where the key is unknown, or where anything was changed. */
  unwrap(wrapped: WrappedKey, additionalData: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  /**
   * For each master key a text that tells only whether two parties have the same one (SEC-11). Empty where the keys cannot be looked
   * at.
   */
  fingerprints(): Promise<readonly string[]>
}

/** A record or a data key that does not open, or a master key that is not there. Says nothing of what is inside. */
export class KmsError extends Error {
  override readonly name = 'KmsError'
  readonly code: 'KEY_UNKNOWN' | 'RECORD_DAMAGED'

  constructor(code: KmsError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
