import { type FailureContext, FailureError } from '../../core/errors/failure.ts'
import { toFailure } from '../../core/errors/toFailure.ts'
import type { MessageSignature } from './wallet.ts'

/** The text of a message. Wallets sign texts alone: bytes that are none reject with `PAYLOAD_UNSAFE` (F-19). */
export function toText(message: string | Uint8Array, context: FailureContext): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (error) {
    throw new FailureError('PAYLOAD_UNSAFE', 'Bitcoin wallets sign text, and these bytes are none.', context, error)
  }
}

/**
 * The signature as the wallet wrote it, which is not looked into: of BIP-322 two spellings are in use. A signature of another
 * address than was asked rejects with `BITCOIN_ADDRESS_KIND` (F-39).
 */
export function readSignature(
  { signature, address: signer }: MessageSignature,
  address: string,
  context: FailureContext,
): string {
  if (typeof signer === 'string' && signer !== address) {
    const text = `${context.walletName} signed with ${signer} instead of ${address}.`
    throw new FailureError('BITCOIN_ADDRESS_KIND', text, context)
  }
  if (typeof signature === 'string' && signature !== '') return signature
  throw toFailure(new Error('The answer has no signature.'), context, { family: 'satsConnect' })
}
