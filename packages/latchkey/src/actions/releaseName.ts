import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/**
 * Gives a name up. For a while only who had it may register it again. The account of the connected EVM wallet, whose name it is, signs one text for this page.
 *
 * Rejects with `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, `DATA_UNAVAILABLE`, a failure of the wallet, or what the gateway says:
 * `NOT_FOUND`, `NAME_REFUSED`, `NAME_TEXT_REFUSED` (signed too late), `SIGNATURE_REFUSED` (it is not this account's name).
 */
export async function releaseName({ instance }: Latchkey, request: releaseName.Request): Promise<void> {
  const { name } = demandObject('request', request)
  const room = await lazy(instance, import('../core/features/names/changeName.ts'))
  return room.changeName(instance, name, { action: 'release' })
}
export declare namespace releaseName {
  type Request = {
    /** With its zone: `mira.shop.example`. */
    readonly name: string
  }
}
