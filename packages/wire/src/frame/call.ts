/** How a call of the page to the frame is described: what is sent, what comes back, and for how long it is waited for. */
import * as v from 'valibot'

/** Prefix of what a page sends. */
export const APP_PREFIX = '@latchkey-app/'
/** Prefix of what the frame sends. */
export const FRAME_PREFIX = '@latchkey-frame/'

/** A schema of a payload. */
export type Payload = v.GenericSchema<unknown, unknown>

/** One call: sent as `@latchkey-app/<NAME>`, answered as `@latchkey-frame/<NAME>_SUCCESS` or `_ERROR` under the same id. */
export type FrameCall = {
  /** What is sent; undefined where the call has no payload. */
  readonly payload: Payload
  /** What comes back with success. */
  readonly answer: Payload
  /** How long a page waits (ms) before the call counts as lost. */
  readonly timeoutMs: number
}

const CALL_TIMEOUT = 30_000

/** A payload that is left out. */
export const nothing = v.optional(v.undefined())

/** Describes a call; what is not given is left out of the message, or waits 30 s. */
/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <const Sent extends Payload = typeof nothing, const Answer extends Payload = typeof nothing>({
  payload = nothing as Payload as Sent,
  answer = nothing as Payload as Answer,
  timeoutMs = CALL_TIMEOUT,
}: {
  readonly payload?: Sent
  readonly answer?: Answer
  readonly timeoutMs?: number
} = {}) => ({ payload, answer, timeoutMs })

/** A text of at most so many characters. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** The id of a message: a UUID, made by `crypto.randomUUID` (SEC-33). */
export const messageId = v.pipe(v.string(), v.uuid())

/** What an error says: words for a log, and the code of EIP-1193 or of EIP-5792 where there is one. Visitors are told by `code`. */
export const failure = v.strictObject({
  message: text(1024),
  code: v.optional(v.pipe(v.number(), v.integer())),
  /** One of our own codes, such as `CODE_REFUSED`; the page words it. */
  reason: v.optional(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,63}$/u))),
  /** When to try again, where a limit refused it (s). */
  retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** What a page is told when a call fails. */
export type FrameFailure = v.InferOutput<typeof failure>
