/**
 * Logins by another service: Google, GitHub, any OpenID Connect issuer. Source: SEC-66 to SEC-72, SEC-77.
 *
 * Who somebody is: issuer and subject, and never an address. The same address at another provider, or typed for a login by e-mail, is
 * another person.
 *
 * How a frame and the page around it use this:
 *
 * 1. The page opens a window inside the click, before it waits for anything, at `<gateway><SOCIAL_LOADING_PATH>`; the frame asks
 *    `startSocial` meanwhile, and the page leads the window to the `uri` of the answer, which is the gateway's own
 *    (`<gateway><SOCIAL_START_PATH>?state=…`). It must do so itself (`popup.location.href = uri`) and let its referrer be told: the gateway
 *    goes straight on to the provider only where a page of the project leads there, from the network address and the browser of the
 *    frame that asked. Otherwise it shows in words who asks, with a button.
 * 2. The frame asks `waitForSocial` again and again, whatever becomes of the window: a provider may cut it off from its opener, and a
 *    person may close it after the login. The last page of the window posts `{ resultUri }` to the page around the frame and says that
 *    the window may be closed. Where that message arrives, it only saves time: `readSocialResult` reads it.
 * 3. `ready`: for `action: 'finish'` the frame asks `finishSocial`. For `action: 'device'` the vault lets this device in first, by
 *    `proof`: a `token` goes to `admitDevice`, which approves at once; an `identity` goes to `startIdentityDevice`, which mails a link, and
 *    `waitForDevice` waits for the person. The approval goes into `finishSocial`.
 * 4. `finishSocial` answers a session, as `finishLogin` does.
 *
 * Farcaster has no window: `startFarcaster` answers what a phone opens, and 2 to 4 are the same, with a `farcaster` for `admitFarcaster`.
 *
 * Instead of a window the whole page may go: `startSocial` is told a `returnUrl` on the project's list, and the provider's answer leads
 * there with `result_uri` in its query. The frame of the page that is loaded there asks `redeemTicket` with its ticket and goes on at 2.
 */
import * as v from 'valibot'
import { parseUrl } from '../parseUrl.ts'
import { defineCall, mail, projectId, secretId, token } from './call.ts'
import { session, stepUpReason } from './login.ts'
import { passkeyProof } from './secondFactor.ts'

/** What the window shows until it is led on, and where it is led to. Both below the gateway's address, without a project. */
export const SOCIAL_LOADING_PATH = '/oauth/loading'
export const SOCIAL_START_PATH = '/oauth/start'

/** Where a provider leads back to; its id follows. Exactly this is registered at the provider. */
export const SOCIAL_CALLBACK_PATH = '/oauth/callback'

/** Path of a `resultUri`. Nothing is served there. */
export const SOCIAL_RESULT_PATH = '/oauth/result'

/** Field of a `returnUrl` in which the result comes. */
export const SOCIAL_RESULT_FIELD = 'result_uri'

/** The providers that are built in. An operator's own issuers have other ids. */
export const SOCIAL_PROVIDERS = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const

/** A provider, as the operator names it. */
export const socialProvider = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'expected the id of a provider'))

/**
 * Why such a login came to nothing. `denied`: the person said no at the provider, or gave up there. `away`: the provider could not be
 * reached, or says that it cannot now. `refused`: what came back does not hold.
 */
export const socialFailure = v.picklist(['denied', 'away', 'refused'])

export type SocialFailure = v.InferOutput<typeof socialFailure>

/** What the gateway offers, in its configuration's order. */
export const listSocials = defineCall({
  name: 'listSocials',
  path: '/v1/login/social/providers',
  body: v.object({}),
  answer: v.object({
    providers: v.array(
      v.object({
        id: socialProvider,
        /** The operator's word for it; the usual name for those that are built in. */
        label: v.pipe(v.string(), v.maxLength(40)),
        /** A picture as a `data:` address; null: none, or built in. */
        icon: v.nullable(v.pipe(v.string(), v.maxLength(32_768), v.startsWith('data:image/'))),
      }),
    ),
  }),
})

/**
 * Begins a login. `returnUrl`: the whole page goes there and back, in place of a window. `again`: the provider asks who it is also where it
 * knows, as `stepUpSocial` wants it. `link`: likewise, for `linkSocial` alone; such a login opens no session.
 */
export const startSocial = defineCall({
  name: 'startSocial',
  path: '/v1/login/social',
  body: v.object({
    provider: socialProvider,
    returnUrl: v.optional(v.pipe(v.string(), v.maxLength(2048))),
    again: v.optional(v.boolean()),
    link: v.optional(v.boolean()),
  }),
  answer: v.object({
    challenge: secretId,
    uri: v.string(),
    /** Until when a person may take with the provider, in ms since 1970: 10 minutes. */
    until: v.number(),
  }),
})

/** Begins a login by the Farcaster app, where the gateway offers `farcaster`: `url` is drawn as a QR code, or tapped on a phone. */
export const startFarcaster = defineCall({
  name: 'startFarcaster',
  path: '/v1/login/farcaster',
  body: v.object({ again: v.optional(v.boolean()), link: v.optional(v.boolean()) }),
  answer: v.object({ challenge: secretId, url: v.pipe(v.string(), v.maxLength(2048)), until: v.number() }),
})

/** What the vault lets a device in by. */
export const socialProof = v.variant('kind', [
  /** What the issuer signed: `admitDevice`. `nonce` is the gateway's part of what the token's own commits to. */
  v.object({ kind: v.literal('token'), idToken: v.pipe(v.string(), v.maxLength(8192)), nonce: secretId }),
  /** What a Farcaster account signed: `admitFarcaster`. */
  v.object({
    kind: v.literal('farcaster'),
    message: v.pipe(v.string(), v.maxLength(4096)),
    signature: v.pipe(v.string(), v.maxLength(16_384)),
    nonce: secretId,
  }),
  /** What the gateway says: `startIdentityDevice`. */
  v.object({ kind: v.literal('identity'), identity: token }),
])

export type SocialProof = v.InferOutput<typeof socialProof>

/** Waits for the person at the provider: `waiting` after at most 25 s, then ask again. */
export const waitForSocial = defineCall({
  name: 'waitForSocial',
  path: '/v1/login/social/wait',
  body: v.object({ challenge: secretId }),
  answer: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('failed'), reason: socialFailure }),
    v.object({
      state: v.literal('ready'),
      /** `device`: the vault must let this device in first. */
      action: v.picklist(['finish', 'device']),
      proof: socialProof,
    }),
  ]),
})

/** Takes the ticket of a `resultUri`, once and for 60 s: for whoever has no challenge any more. Source: SEC-69. */
export const redeemTicket = defineCall({
  name: 'redeemTicket',
  path: '/v1/login/social/ticket',
  body: v.object({ ticket: secretId }),
  answer: v.object({ challenge: secretId, provider: socialProvider }),
})

/** Ends a login, with the vault's approval where this device is new. */
export const finishSocial = defineCall({
  name: 'finishSocial',
  path: '/v1/login/social/finish',
  body: v.object({ challenge: secretId, approval: v.optional(token), passkey: v.optional(passkeyProof) }),
  answer: session,
})

/** In place of a fresh code, for whoever has no address: the same person logged in at the provider again. Source: SEC-77. */
export const stepUpSocial = defineCall({
  name: 'stepUpSocial',
  path: '/v1/login/social/step-up',
  session: true,
  body: v.object({ challenge: secretId, reason: stepUpReason }),
  answer: v.object({ until: v.number() }),
})

/** The vault lets this device in by what the issuer signed for it: no mail, and no button. */
export const admitDevice = defineCall({
  name: 'admitDevice',
  path: '/v1/vault/device/admit',
  body: v.object({ projectId, idToken: v.pipe(v.string(), v.maxLength(8192)), nonce: secretId }),
  answer: v.object({ approval: token }),
})

/** Likewise by what a Farcaster account signed, which the vault checks by a node of its own. Source: SEC-71. */
export const admitFarcaster = defineCall({
  name: 'admitFarcaster',
  path: '/v1/vault/device/farcaster',
  body: v.object({
    projectId,
    message: v.pipe(v.string(), v.maxLength(4096)),
    signature: v.pipe(v.string(), v.regex(/^0x([0-9a-fA-F]{2})+$/), v.maxLength(16_384)),
    nonce: secretId,
  }),
  answer: v.object({ approval: token }),
})

/**
 * Asks the vault to let this device in where no issuer signs for it: a link goes to the address that the vault keeps of this identity.
 * For the first device it has none: then to the one that the provider has checked, or to `email`. `EMAIL_NEEDED` where there is neither.
 * Then `waitForDevice`.
 */
export const startIdentityDevice = defineCall({
  name: 'startIdentityDevice',
  path: '/v1/vault/device/identity',
  body: v.object({ projectId, identity: token, email: v.optional(mail) }),
  answer: v.object({
    request: secretId,
    /** Where the mail went, most of it hidden: `a…@example.com`. */
    sentTo: v.string(),
  }),
})

/** Mails a link to whoever the assertion names, to the address that the vault keeps of them: `EMAIL_NEEDED` where it keeps none. Then `waitForDevice`. */
export const startKnownDevice = defineCall({
  name: 'startKnownDevice',
  path: '/v1/vault/device/known',
  body: v.object({ assertion: token }),
  answer: v.object({ request: secretId }),
})

async function hashDevice(thumbprint: string, nonce: string): Promise<Uint8Array> {
  const text = new TextEncoder().encode(`${thumbprint}\n${nonce}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text))
}

/** What the nonce of an ID token must be: it commits to the device by whose key the login began. Base64url. */
export async function commitNonce(thumbprint: string, nonce: string): Promise<string> {
  return btoa(String.fromCharCode(...(await hashDevice(thumbprint, nonce))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Likewise of a text that Farcaster signs, whose nonces have letters and digits alone (EIP-4361). */
export async function commitPlainNonce(thumbprint: string, nonce: string): Promise<string> {
  return Array.from(await hashDevice(thumbprint, nonce), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a `resultUri` says: a ticket for `redeemTicket`, or why there is none. Undefined: it is not one of this gateway's. */
export function readSocialResult(
  uri: string,
  gateway: string,
): { readonly ticket: string } | { readonly error: SocialFailure } | undefined {
  const result = parseUrl(uri)
  if (result?.origin !== new URL(gateway).origin || !result.pathname.endsWith(SOCIAL_RESULT_PATH)) return undefined
  const { searchParams } = result
  const ticket = v.safeParse(secretId, searchParams.get('ticket'))
  if (ticket.success) return { ticket: ticket.output }
  const error = v.safeParse(socialFailure, searchParams.get('error'))
  return error.success ? { error: error.output } : undefined
}
