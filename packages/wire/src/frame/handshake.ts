/**
 * How a page and the frame come to speak: the frame's window says READY with a nonce, the page answers HELLO with that nonce and
 * one end of a channel, and from then on everything goes through the channel (SEC-31).
 */
import * as v from 'valibot'
import { text } from './call.ts'
import { isPlain } from './plain.ts'

/** The protocol between page and frame; another number is not spoken to. */
export const FRAME_PROTOCOL = 1

/** 128 random bits as base64url: made by the frame for one handshake. */
const nonce = v.pipe(v.string(), v.regex(/^[\w-]{22}$/u, 'expected 16 bytes in base64url'))

/** What the frame says once it runs, to the origin that embeds it and to no other. */
export const ready = v.strictObject({
  type: v.literal('@latchkey-frame/READY'),
  payload: v.strictObject({
    /** The version of the frame's build. */
    version: text(32),
    protocol: v.literal(FRAME_PROTOCOL),
    nonce,
    /** What the frame's own test of its storage found: kept, gone with the session, or refused (F-43). */
    storage: v.picklist(['kept', 'session', 'none']),
  }),
})

/** What the page answers, with one port transferred beside it. */
export const hello = v.strictObject({
  type: v.literal('@latchkey-app/HELLO'),
  payload: v.strictObject({ nonce, projectId: text(128) }),
})

/** The frame's first message. */
export type Ready = v.InferOutput<typeof ready>
/** The page's first message. */
export type Hello = v.InferOutput<typeof hello>

/** Reads what a frame's window said; undefined for everything that is not exactly its READY (SEC-32). */
export const readReady = (value: unknown): Ready | undefined => {
  const parsed = isPlain(value) ? v.safeParse(ready, value) : undefined
  return parsed?.success ? parsed.output : undefined
}
