import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/**
 * Sets where a name leads for a coin, by its coin type (ENSIP-9 and ENSIP-11); an empty address removes it. The account of the connected EVM wallet, whose name it is, signs one text for this page.
 *
 * Rejects with `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, `DATA_UNAVAILABLE`, a failure of the wallet, or what the gateway says:
 * `NOT_FOUND`, `NAME_REFUSED`, `NAME_TEXT_REFUSED` (signed too late), `SIGNATURE_REFUSED` (it is not this account's name).
 */
export async function setNameAddress({ instance }: Latchkey, request: setNameAddress.Request): Promise<void> {
  const { name, coinType, address } = demandObject('request', request)
  const room = await lazy(instance, import('../core/features/names/changeName.ts'))
  return room.changeName(instance, name, { action: 'address', coinType, address })
}
export declare namespace setNameAddress {
  type Request = {
    /** With its zone: `mira.shop.example`. */
    readonly name: string
    /** Coin type: 60 for Ethereum, 501 for Solana. */
    readonly coinType: number
    /** As its network writes it. */
    readonly address: string
  }
}
