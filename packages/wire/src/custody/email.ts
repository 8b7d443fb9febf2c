/**
 * Another address for a wallet. Source: SEC-65.
 *
 * The gateway goes first: a fresh code to the old address (`stepUp` for `email`), then a code to the new one, which settles it there.
 * The vault follows by codes of its own to both. The change has one id at both. Until the vault has followed, the wallet is used on
 * the devices that it is on; only a recovery waits for it.
 */
import * as v from 'valibot'
import { bytesOf, code, defineCall, mail, secretId, token } from './call.ts'
import { session } from './login.ts'

/** Made by the frame for one change. */
export const changeId = bytesOf(16)

/** Mails a code to the new address: after a step-up, and 72 h after the change before at the soonest. */
export const startEmailChange = defineCall({
  name: 'startEmailChange',
  path: '/v1/wallet/email/start',
  session: true,
  body: v.object({ email: mail }),
  answer: v.object({ challenge: secretId }),
})

/** Settles it at the gateway: with the answer logins go by the new address. The same again answers the same. */
export const finishEmailChange = defineCall({
  name: 'finishEmailChange',
  path: '/v1/wallet/email/finish',
  session: true,
  body: v.object({ changeId, challenge: secretId, code }),
  answer: session,
})

const followed = v.object({
  /** The vault has followed. */
  isDone: v.boolean(),
})

/** Has the vault mail a code to the old address and another one to the new, once its assertion names the change. */
export const startContactChange = defineCall({
  name: 'startContactChange',
  path: '/v1/vault/contact/start',
  body: v.object({ assertion: token, email: mail }),
  answer: followed,
})

/** Types one of them, in any order; the second one settles it at the vault. */
export const confirmContact = defineCall({
  name: 'confirmContact',
  path: '/v1/vault/contact/confirm',
  body: v.object({ assertion: token, address: v.picklist(['old', 'new']), code }),
  answer: followed,
})
