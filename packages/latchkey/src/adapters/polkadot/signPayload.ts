import { lazy } from '../../core/lazy.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'

/**
 * Lets the connected Polkadot wallet sign an extrinsic. `payload` goes to it as it is (`SignerPayloadJSON` of polkadot-js: it
 * takes a chain's metadata to build, which the site's own library has) and its answer comes back as it is. Rejects with
 * `NOT_CONNECTED`, `METHOD_NOT_GRANTED`, or another failure of the wallet.
 */
export async function signPayload(latchkey: Latchkey, payload: object): Promise<unknown> {
  return (await lazy(latchkey.instance, import('./askPayload.ts'), 'sign')).askPayload(latchkey, payload)
}
