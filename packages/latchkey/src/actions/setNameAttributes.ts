import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/**
 * Replaces what the gateway tells of a name beside its addresses: `bio` alone so far; those that are not here are removed. The account of the connected EVM wallet, whose name it is, signs one text for this page.
 *
 * Rejects with `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, `DATA_UNAVAILABLE`, a failure of the wallet, or what the gateway says:
 * `NOT_FOUND`, `NAME_REFUSED`, `NAME_TEXT_REFUSED` (signed too late), `SIGNATURE_REFUSED` (it is not this account's name).
 */
export async function setNameAttributes({ instance }: Latchkey, request: setNameAttributes.Request): Promise<void> {
  const { name, attributes } = demandObject('request', request)
  const room = await lazy(instance, import('../core/features/names/changeName.ts'))
  return room.changeName(instance, name, { action: 'attributes', attributes })
}
export declare namespace setNameAttributes {
  type Request = {
    /** With its zone: `mira.shop.example`. */
    readonly name: string
    readonly attributes: Readonly<Record<string, string>>
  }
}
