import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/**
 * Registers a name of the gateway's own zone for the account of the connected EVM wallet, which signs one text for this page;
 * nothing is paid. The account is called so from then on. Once more for a name that it has already is harmless.
 *
 * Rejects with `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, `DATA_UNAVAILABLE`, a failure of the wallet, or what the gateway says:
 * `NAME_TAKEN`, `NAME_REFUSED` (also for a chain id of 2^31 or more), `NAME_TEXT_REFUSED` (signed too late), `SIGNATURE_REFUSED`.
 */
export async function registerName({ instance }: Latchkey, request: registerName.Request): Promise<void> {
  const { name } = demandObject('request', request)
  const room = await lazy(instance, import('../core/features/names/registerName.ts'))
  return room.registerName(instance, name)
}
export declare namespace registerName {
  type Request = {
    /** With its zone: `mira.shop.example`. */
    readonly name: string
  }
}
