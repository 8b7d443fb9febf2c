import { lazy } from '../../core/lazy.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import type { PsbtRequest, SignedPsbt } from './wallet.ts'

/**
 * Lets the connected Bitcoin wallet sign a partially signed transaction (BIP-174), and send it where `broadcast` is true.
 * Base64 in and out, whatever the wallet itself speaks. Rejects with `NOT_CONNECTED`, `METHOD_NOT_GRANTED`, `PAYLOAD_UNSAFE`
 * when `psbt` is none, or another failure of the wallet.
 */
export async function signPsbt(latchkey: Latchkey, request: PsbtRequest): Promise<SignedPsbt> {
  return (await lazy(latchkey.instance, import('./askPsbt.ts'), 'sign')).askPsbt(latchkey, request)
}
