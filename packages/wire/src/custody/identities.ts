/**
 * Several logins for one wallet. Source: SEC-67.
 *
 * A wallet begins with one login, by which the vault knows it and which stays. Others are linked at the gateway alone, after a step-up for
 * `identities` and a proof of the other login that was begun for this: a code to its address, or a login at its service. A login that
 * opens another wallet is refused. A linked one logs in as the first one does; to the vault it says nothing, so a device that is new
 * needs besides a passkey, a backup file, or what the vault mails to whom it knows.
 */
import * as v from 'valibot'
import { code, defineCall, mail, secretId, thumbprint } from './call.ts'
import { socialProvider } from './social.ts'

/** Logins that one wallet has at most. */
export const IDENTITY_LIMIT = 10

/** Names a login to the person whose it is: `hashContact`. */
const identityId = thumbprint

/** The logins of whoever asks, the first one first. */
export const listIdentities = defineCall({
  name: 'listIdentities',
  path: '/v1/login/identities',
  session: true,
  body: v.object({}),
  answer: v.object({
    identities: v.array(
      v.object({
        id: identityId,
        /** By which service; null: by e-mail. */
        provider: v.nullable(socialProvider),
        /** The address; of a service one that it has checked, or null. */
        email: v.nullable(v.string()),
        /** What the service calls the person. */
        userName: v.nullable(v.string()),
        /** ms since 1970. */
        since: v.number(),
        /** The vault knows the wallet by it. */
        isFirst: v.boolean(),
        /** This session came by it. */
        isThis: v.boolean(),
      }),
    ),
  }),
})

/** Mails a code to an address that shall log in too, after a step-up. The same for known and unknown addresses (SEC-60). */
export const startEmailLink = defineCall({
  name: 'startEmailLink',
  path: '/v1/login/identities/email',
  session: true,
  body: v.object({ email: mail }),
  answer: v.object({ challenge: secretId }),
})

/** Types it. `IDENTITY_TAKEN`: the address opens another wallet, and nothing was changed. */
export const finishEmailLink = defineCall({
  name: 'finishEmailLink',
  path: '/v1/login/identities/email/code',
  session: true,
  body: v.object({ challenge: secretId, code }),
  answer: v.object({}),
})

/**
 * Links who logged in at a service since this session began: a login that was begun with `link`, which opens no session. After a
 * step-up, which may come after the login too. `IDENTITY_TAKEN` as above.
 */
export const linkSocial = defineCall({
  name: 'linkSocial',
  path: '/v1/login/identities/social',
  session: true,
  body: v.object({ challenge: secretId }),
  answer: v.object({}),
})

/** Takes a login from the wallet, after a step-up, and ends every session that came by it. The first one stays: `IDENTITY_KEPT`. */
export const unlinkIdentity = defineCall({
  name: 'unlinkIdentity',
  path: '/v1/login/identities/unlink',
  session: true,
  body: v.object({ id: identityId }),
  answer: v.object({}),
})
