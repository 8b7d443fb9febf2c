/** Calls about the account that is logged in, and about its networks. */
import * as v from 'valibot'
import { networkId } from '../schema.ts'
import { defineCall, text } from './call.ts'

const address = text(128)
const accountType = v.picklist(['eoa', 'smartAccount'])

/**
 * A sign-in text for one press: signed in the same gesture as the login, where it is a strict text of EIP-4361 for the very page that
 * embeds the frame (SEC-39). The address is the placeholder `<<AccountAddress>>` until it is known.
 */
export const siwxMessage = v.strictObject({
  accountAddress: address,
  chainId: networkId,
  domain: text(253),
  uri: text(2048),
  version: text(8),
  nonce: text(128),
  serializedMessage: v.optional(text(8192)),
  notBefore: v.optional(text(64)),
  statement: v.optional(text(2048)),
  resources: v.optional(v.pipe(v.array(text(2048)), v.maxLength(32))),
  requestId: v.optional(text(128)),
  issuedAt: v.optional(text(64)),
  expirationTime: v.optional(text(64)),
})

/** A service to log in by, as the gateway's configuration names it: `google`, `farcaster`, or one of the operator's own. */
export const socialProvider = v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d-]{0,31}$/u, 'expected the id of a provider'))

/** Who is logged in, as a page is told. The e-mail is there only where the project asks for it and the visitor saw that. */
export const user = v.strictObject({
  email: v.optional(v.nullable(text(254))),
  address,
  /** A number for eip155, the CAIP-2 id for other namespaces. */
  chainId: v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), networkId]),
  smartAccountDeployed: v.optional(v.boolean()),
  accounts: v.optional(v.pipe(v.array(v.strictObject({ address, type: accountType })), v.maxLength(16))),
  preferredAccountType: v.optional(accountType),
  /** False: the visitor has no way back of their own yet, so that a page may remind them of a backup. */
  isBackedUp: v.optional(v.boolean()),
  /** By which service they log in, and what it calls them; absent for a login by e-mail. */
  socialProvider: v.optional(socialProvider),
  userName: v.optional(v.nullable(text(128))),
  signature: v.optional(text(40_000)),
  message: v.optional(text(8192)),
  siwxMessage: v.optional(siwxMessage),
})

/** Who is logged in. */
export type FrameUser = v.InferOutput<typeof user>

/** Who is logged in, on a network and as a type of account. */
export const GET_USER = /* @__PURE__ */ defineCall({
  payload: v.optional(
    v.strictObject({
      chainId: v.optional(networkId),
      preferredAccountType: v.optional(accountType),
      siwxMessage: v.optional(siwxMessage),
    }),
  ),
  answer: user,
})

export const IS_CONNECTED = /* @__PURE__ */ defineCall({ answer: v.strictObject({ isConnected: v.boolean() }) })

export const GET_CHAIN_ID = /* @__PURE__ */ defineCall({ answer: v.strictObject({ chainId: networkId }) })

/** The frame asks the gateway's own node of that network, never an address that a page sends (SEC-37). */
export const SWITCH_NETWORK = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ chainId: networkId }),
  answer: v.strictObject({ chainId: networkId }),
})

/** Chains of eip155, by number, on which an account may be a smart one. */
export const GET_SMART_ACCOUNT_ENABLED_NETWORKS = /* @__PURE__ */ defineCall({
  answer: v.strictObject({
    smartAccountEnabledNetworks: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.maxLength(256)),
  }),
})

export const INIT_SMART_ACCOUNT = /* @__PURE__ */ defineCall({
  answer: v.strictObject({ address, isDeployed: v.boolean() }),
})

export const SET_PREFERRED_ACCOUNT = /* @__PURE__ */ defineCall({
  payload: v.strictObject({ type: accountType }),
  answer: v.strictObject({ type: accountType, address }),
})
