/** The ends of a wallet at its servers: deleting it, and keeping no recovery pair of it. Source: SEC-10, SEC-16. */
import * as v from 'valibot'
import { defineCall, version, walletId } from './call.ts'
import { walletRecord } from './wallet.ts'

/** Marks everything of the user for deletion, after a step-up: every session ends with the answer, and 7 days later all is gone. */
export const deleteWallet = defineCall({
  name: 'deleteWallet',
  path: '/v1/wallet/delete',
  session: true,
  body: v.object({}),
  answer: v.object({
    /** ms since 1970; until then a link that was mailed takes it back. */
    deleteAt: v.number(),
  }),
})

/**
 * Has the servers forget the recovery pair, after a step-up: from then on both together rebuild nothing. A later pair
 * (`rotateRecovery`) ends that.
 */
export const makeStrict = defineCall({
  name: 'makeStrict',
  path: '/v1/wallet/custody/strict',
  session: true,
  body: v.object({
    walletId,
    /** Number of the pair that shall go. */
    version,
    /** How the person can come back by themselves. Of a passkey the gateway knows; of a file it takes the frame's word. */
    otherWay: v.picklist(['backup', 'passkey']),
  }),
  answer: v.object({ wallet: walletRecord }),
})
