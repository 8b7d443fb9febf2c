import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/**
 * Gives a name to another account, which signs the same text; attributes and other addresses are gone then. The account of the connected EVM wallet, whose name it is, signs one text for this page.
 *
 * Rejects with `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, `DATA_UNAVAILABLE`, a failure of the wallet, or what the gateway says:
 * `NOT_FOUND`, `NAME_REFUSED`, `NAME_TEXT_REFUSED` (signed too late), `SIGNATURE_REFUSED` (it is not this account's name).
 */
export async function transferName({ instance }: Latchkey, request: transferName.Request): Promise<void> {
  const { name, to, signAsRecipient } = demandObject('request', request)
  const room = await lazy(instance, import('../core/features/names/changeName.ts'))
  return room.changeName(instance, name, { action: 'transfer', to, signAsRecipient })
}
export declare namespace transferName {
  type Request = {
    /** With its zone: `mira.shop.example`. */
    readonly name: string
    /** EVM address of whom it goes to. */
    readonly to: string
    /** Has that account sign the text (`personal_sign`), within ten minutes; what it rejects with is what this rejects with. */
    readonly signAsRecipient: (message: string) => Promise<string>
  }
}
