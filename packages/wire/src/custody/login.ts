/** The gateway's part of a login by e-mail. Source: SEC-57 to SEC-60, SEC-73, SEC-77. */
import * as v from 'valibot'
import { bytesOf, code, defineCall, mail, secretId, thumbprint, token } from './call.ts'
import { passkeyProof } from './secondFactor.ts'
import { walletRecord } from './wallet.ts'

const action = v.picklist(['code', 'device'])
const challengeAnswer = v.object({
  challenge: secretId,
  /** `code`: a mail with a code is on its way. `device`: the vault must let this device in first. The same for known and unknown addresses. */
  action,
})

/** Begins a login. */
export const startLogin = defineCall({
  name: 'startLogin',
  path: '/v1/login/email',
  body: v.object({ email: mail }),
  answer: challengeAnswer,
})

/** Another code for the same challenge, 30 s after the last one at the soonest. */
export const resendCode = defineCall({
  name: 'resendCode',
  path: '/v1/login/email/resend',
  body: v.object({ challenge: secretId }),
  answer: challengeAnswer,
})

/** Hands over the vault's approval of this device: now the code is mailed. */
export const approveLogin = defineCall({
  name: 'approveLogin',
  path: '/v1/login/device',
  body: v.object({ challenge: secretId, approval: token }),
  answer: v.object({ action: v.literal('code') }),
})

/** A session: `token` and until when it may be used, when it must be renewed; `assertion` is for the vault. Times in ms since 1970. */
export const session = v.object({
  token: secretId,
  accessUntil: v.number(),
  renewUntil: v.number(),
  user: v.object({
    id: v.string(),
    /** Where mails go. Null: the provider of the login tells no checked address. */
    email: v.nullable(v.string()),
    /** What the provider of the login calls the person; null: nothing, as for logins by e-mail. */
    userName: v.optional(v.nullable(v.string()), null),
    /** By which provider; null: by e-mail. */
    provider: v.optional(v.nullable(v.string()), null),
    wallet: v.nullable(walletRecord),
  }),
  /** The last change of the address, for as long as the vault may follow; until when a link to the old address takes it back. */
  emailChange: v.optional(v.object({ id: bytesOf(16), undoUntil: v.number() })),
  /** Whether the login was one that was linked later: the vault knows the wallet by the first one alone. */
  isLinked: v.optional(v.boolean(), false),
  /** Whether the gateway has a share for this device. */
  hasShare: v.boolean(),
  /** How a wallet of this project begins. */
  custody: v.optional(v.picklist(['recoverable', 'strict']), 'recoverable'),
  assertion: token,
})

/** Ends a login with the code. */
export const finishLogin = defineCall({
  name: 'finishLogin',
  path: '/v1/login/code',
  body: v.object({ challenge: secretId, code, passkey: v.optional(passkeyProof) }),
  answer: session,
})

/** Gives the session another token; the former one ends. */
export const refreshLogin = defineCall({
  name: 'refreshLogin',
  path: '/v1/login/refresh',
  session: true,
  body: v.object({}),
  answer: session,
})

export const endLogin = defineCall({
  name: 'endLogin',
  path: '/v1/login/out',
  session: true,
  body: v.object({}),
  answer: v.object({}),
})

export const listSessions = defineCall({
  name: 'listSessions',
  path: '/v1/login/sessions',
  session: true,
  body: v.object({}),
  answer: v.object({
    sessions: v.array(
      v.object({
        id: v.string(),
        host: v.string(),
        device: v.string(),
        thumbprint,
        createdAt: v.number(),
        isThis: v.boolean(),
      }),
    ),
  }),
})

export const revokeSession = defineCall({
  name: 'revokeSession',
  path: '/v1/login/sessions/revoke',
  session: true,
  body: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  answer: v.object({}),
})

/** What a fresh code is for. */
export const stepUpReason = v.picklist(['export', 'recovery', 'devices', 'email', 'thaw', 'delete', 'identities'])

/**
 * Mails a fresh code for one thing; it is typed inside the frame alone. `social`: there is no address to mail it to; log in at the provider
 * again, and `stepUpSocial` takes that.
 */
export const stepUp = defineCall({
  name: 'stepUp',
  path: '/v1/login/step-up',
  session: true,
  body: v.object({ reason: stepUpReason }),
  answer: v.variant('how', [
    v.object({ how: v.literal('code'), challenge: secretId }),
    v.object({ how: v.literal('social'), provider: v.string() }),
  ]),
})

/** Types it: the session may do that thing for 5 minutes. */
export const finishStepUp = defineCall({
  name: 'finishStepUp',
  path: '/v1/login/step-up/code',
  session: true,
  body: v.object({ challenge: secretId, code }),
  answer: v.object({ until: v.number() }),
})
