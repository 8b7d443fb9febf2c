/**
 * The peer messages of the Sign protocol: tags, lifetimes and prompts. Source: the MIT-licensed WalletConnect v2
 * specification (Sign API, RPC methods), corrected by what running peers do.
 */

/** How a message is published: its tag, how long the relay keeps it (s), and whether it may wake a wallet. */
export type PublishOptions = { readonly tag: number; readonly ttlSeconds: number; readonly prompt: boolean }

/** A peer method: how its request and its answers travel. A method without `answer` is never answered with success. */
export type SignMethod = {
  readonly request: PublishOptions
  readonly answer: PublishOptions
  /** The user rejected it. */
  readonly reject?: PublishOptions
  /** The request failed validation before the user saw it. */
  readonly autoReject?: PublishOptions
}

const DAY = 86_400

const method = (tag: number, ttlSeconds: number, prompt = false): SignMethod => ({
  request: { tag, ttlSeconds, prompt },
  answer: { tag: tag + 1, ttlSeconds, prompt: false },
})

const withRejects = (known: SignMethod, reject: number, autoReject: number): SignMethod => ({
  ...known,
  reject: { tag: reject, ttlSeconds: 300, prompt: false },
  autoReject: { tag: autoReject, ttlSeconds: 300, prompt: false },
})

/** Every peer method by name. */
export const SIGN_METHODS = {
  wc_pairingDelete: /* @__PURE__ */ method(1000, DAY),
  wc_pairingPing: /* @__PURE__ */ method(1002, 30),
  wc_sessionPropose: /* @__PURE__ */ withRejects(/* @__PURE__ */ method(1100, 300, true), 1120, 1121),
  wc_sessionSettle: /* @__PURE__ */ method(1102, 300),
  wc_sessionUpdate: /* @__PURE__ */ method(1104, DAY),
  wc_sessionExtend: /* @__PURE__ */ method(1106, DAY),
  wc_sessionRequest: /* @__PURE__ */ method(1108, 900, true),
  wc_sessionEvent: /* @__PURE__ */ method(1110, 300, true),
  wc_sessionDelete: /* @__PURE__ */ method(1112, DAY),
  wc_sessionPing: /* @__PURE__ */ method(1114, DAY),
  wc_sessionAuthenticate: /* @__PURE__ */ withRejects(/* @__PURE__ */ method(1116, 3600, true), 1118, 1119),
} as const satisfies Record<string, SignMethod>

/** A peer method's name. */
export type SignMethodName = keyof typeof SIGN_METHODS

/** How a message of an unknown method on a pairing topic is answered. */
export const UNKNOWN_METHOD: PublishOptions = { tag: 0, ttlSeconds: DAY, prompt: false }
