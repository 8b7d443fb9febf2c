/**
 * Serves the calls that arrive at a port: each is parsed, counted and answered once, under its own id (SEC-32, SEC-33). What is not a
 * call is dropped and counted; it changes nothing and gets no answer.
 */
import {
  type AppMessage,
  type FrameAnswer,
  type FrameCallName,
  readAppMessage,
  writeAnswer,
  writeFailure,
  writeNotice,
} from '@latchkey/wire/frame'
import type { FrameFailure } from '@latchkey/wire/frame/call'
import { CallError } from './CallError.ts'

/** Calls that may be open at once. Source: SEC-33. */
export const OPEN_LIMIT = 32
/** Calls a second. Source: SEC-33. */
export const RATE_LIMIT = 20
/** Ids that are remembered to refuse their second use; the oldest is forgotten first, when no call can be open that long ago. */
const ID_LIMIT = 4096

/** Answers one call; `signal` ends with the channel, or when the page gives the call up. Throws `CallError`. */
export type CallHandler = <Name extends FrameCallName>(
  call: Extract<AppMessage, { readonly name: Name }>,
  signal: AbortSignal,
) => Promise<FrameAnswer<Name>>

/** The parts of a port that are used. */
export type Port = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'start' | 'close'>

/** What a served port can do. */
export type ServedPort = {
  /** How many messages were dropped, for the frame's own log. */
  readonly dropped: () => number
  /** Tells the page something by itself. */
  readonly tell: (...notice: Parameters<typeof writeNotice>) => void
  /** Ends the channel and every open call. */
  readonly close: () => void
}

const UNEXPECTED: FrameFailure = { message: 'Something went wrong', code: -32603, reason: 'INTERNAL_ERROR' }
const TOO_MANY: FrameFailure = {
  message: 'Too many calls at once',
  code: -32005,
  reason: 'RATE_LIMITED',
  retryAfter: 1,
}
const REPEATED: FrameFailure = { message: 'That id was used before', code: -32600, reason: 'ID_REPEATED' }
const ABORTED: FrameFailure = { message: 'The page gave this request up', code: 4001, reason: 'REQUEST_ABORTED' }

/** Calls that a page may give up, because a person is asked for them. */
const ABORTABLE: readonly FrameCallName[] = ['RPC_REQUEST', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

/** Serves a port. `now` in ms, monotone. */
export const serveCalls = (
  port: Port,
  handle: CallHandler,
  { now, log }: { readonly now: () => number; readonly log: (what: string, error: unknown) => void },
): ServedPort => {
  const used = new Set<string>()
  const open = new Map<string, { readonly call: AppMessage; readonly ender: AbortController }>()
  const taken: number[] = []
  let dropped = 0

  const refuse = ({ id, name }: AppMessage, told: FrameFailure) => port.postMessage(writeFailure(id, name, told))

  /** Whether one more call is within the limits of this second. */
  const isWithinLimits = () => {
    const at = now()
    while (taken[0] !== undefined && taken[0] <= at - 1000) taken.shift()
    if (taken.length >= RATE_LIMIT || open.size >= OPEN_LIMIT) return false
    taken.push(at)
    return true
  }

  const remember = (id: string) => {
    used.add(id)
    const [oldest] = used
    if (used.size > ID_LIMIT && oldest !== undefined) used.delete(oldest)
  }

  /** Ends one request, or all of them, or one login in another window; another port's are out of reach (SEC-40). */
  const abort = (call: Extract<AppMessage, { readonly name: 'RPC_ABORT' }>) => {
    for (const [id, { call: other, ender }] of open) {
      const isMeant = call.payload === undefined ? other.name === 'RPC_REQUEST' : call.payload.id === id
      if (isMeant && ABORTABLE.includes(other.name)) ender.abort(new CallError(ABORTED))
    }
    port.postMessage(writeAnswer(call.id, 'RPC_ABORT', undefined))
  }

  const answer = async (call: AppMessage) => {
    const ender = new AbortController()
    open.set(call.id, { call, ender })
    // Whichever comes first: the answer, or its end.
    const ended = new Promise<never>((_, reject) =>
      ender.signal.addEventListener('abort', () => reject(ender.signal.reason)),
    )
    try {
      const result = await Promise.race([handle(call, ender.signal), ended])
      open.delete(call.id)
      port.postMessage(writeAnswer(call.id, call.name, result))
    } catch (error) {
      open.delete(call.id)
      // What a handler did not mean to say is not said: it goes to the frame's own log.
      if (error instanceof CallError) return refuse(call, error.told)
      log(call.name, error)
      refuse(call, UNEXPECTED)
    }
  }

  const onMessage = ({ data }: MessageEvent) => {
    const call = readAppMessage(data)
    if (!call) {
      dropped += 1
      return
    }
    if (used.has(call.id) || open.has(call.id)) return refuse(call, REPEATED)
    // An abort is never refused for what it ends: it is not counted among the open calls.
    if (call.name !== 'RPC_ABORT' && !isWithinLimits()) return refuse(call, TOO_MANY)
    remember(call.id)
    if (call.name === 'RPC_ABORT') return abort(call)
    void answer(call)
  }

  port.addEventListener('message', onMessage as EventListener)
  port.start()
  return {
    dropped: () => dropped,
    tell: (...notice) => port.postMessage(writeNotice(...notice)),
    close: () => {
      port.removeEventListener('message', onMessage as EventListener)
      for (const { ender } of open.values()) ender.abort(new CallError(ABORTED))
      port.close()
    },
  }
}
