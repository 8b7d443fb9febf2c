/** Calls by which a visitor logs in at a provider, or by Farcaster. */
import * as v from 'valibot'
import { networkId } from '../schema.ts'
import { siwxMessage, user } from './account.ts'
import { defineCall, text } from './call.ts'
import { PERSON_TIMEOUT } from './login.ts'

/** A provider by the id that the gateway's configuration gives it: `google`, or one of the operator's own. */
export const socialProvider = v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d-]{0,31}$/u, 'expected the id of a provider'))

/** Where to send the window that the page opened: always an address of the gateway. */
export const GET_SOCIAL_REDIRECT_URI = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ provider: socialProvider }),
  answer: v.strictObject({ uri: text(2048) }),
})

/**
 * Ends the login that `GET_SOCIAL_REDIRECT_URI` began. With `uri` it redeems the ticket that the window brought back: bound to this
 * device, this project and this page (SEC-69). Without, the frame asks the gateway until the window is done (SEC-70). Asked again
 * silently while the login lives.
 */
export const CONNECT_SOCIAL = /* @__PURE__ */ defineCall({
  payload: v.optional(
    v.strictObject({
      uri: v.optional(text(4096)),
      preferredAccountType: v.optional(v.picklist(['eoa', 'smartAccount'])),
      chainId: v.optional(networkId),
      siwxMessage: v.optional(siwxMessage),
    }),
  ),
  answer: v.strictObject({ ...user.entries, userName: v.optional(v.nullable(text(128))) }),
  timeoutMs: PERSON_TIMEOUT,
})

/** Opens a channel to the visitor's phone: what its app is to open, drawn as a code or tapped. */
export const GET_FARCASTER_URI = /* @__PURE__ */ defineCall({ answer: v.strictObject({ url: text(2048) }) })

/** Answered once a phone confirmed it. Asked again silently while the channel lives. */
export const CONNECT_FARCASTER = /* @__PURE__ */ defineCall({
  answer: v.strictObject({ userName: text(128) }),
  timeoutMs: PERSON_TIMEOUT,
})
