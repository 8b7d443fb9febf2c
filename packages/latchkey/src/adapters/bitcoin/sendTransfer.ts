import { lazy } from '../../core/lazy.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import type { TransferRequest } from './TransferRequest.ts'

/**
 * Lets the connected Bitcoin wallet build and send a payment; resolves with its transaction id. Rejects with `NOT_CONNECTED`,
 * `METHOD_NOT_GRANTED` where the wallet only signs, `PAYLOAD_UNSAFE` for an amount that is none or an address that looks like
 * none, `BITCOIN_NETWORK_MISMATCH` for an address of another network, or another failure of the wallet.
 */
export async function sendTransfer(latchkey: Latchkey, request: TransferRequest): Promise<string> {
  return (await lazy(latchkey.instance, import('./askTransfer.ts'), 'send')).askTransfer(latchkey, request)
}
