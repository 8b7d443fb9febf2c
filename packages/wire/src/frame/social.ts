/** Calls by which a visitor logs in at a provider, or by Farcaster. */
import * as v from 'valibot'
import { networkId } from '../schema.ts'
import { siwxMessage, socialProvider, user } from './account.ts'
import { defineCall, text } from './call.ts'
import { PERSON_TIMEOUT } from './login.ts'

/** Where to send the window that the page opened: always an address of the gateway. With `returnUrl` the page itself goes there and comes back to it. */
export const GET_SOCIAL_REDIRECT_URI = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ provider: socialProvider, returnUrl: v.optional(text(2048)) }),
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
  answer: user,
  timeoutMs: PERSON_TIMEOUT,
})

/** Opens a channel to the visitor's phone: what its app is to open, drawn as a code or tapped. */
export const GET_FARCASTER_URI = /* @__PURE__ */ defineCall({ answer: v.strictObject({ url: text(2048) }) })

/** Answered once a phone confirmed it. Asked again silently while the channel lives. */
export const CONNECT_FARCASTER = /* @__PURE__ */ defineCall({
  answer: v.strictObject({ userName: text(128) }),
  timeoutMs: PERSON_TIMEOUT,
})
