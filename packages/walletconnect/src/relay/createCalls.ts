import { EngineError, PeerError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Frame } from './frames.ts'
import { formatRequest } from './frames.ts'

/** How long one sending of a call may stay unanswered, as with running clients. */
const ANSWER_MS = 15_000

/** When a call is given up, as with running clients. */
const GIVE_UP_MS = 60_000

/** How long a call rests that the relay answered with an error: one heartbeat. */
const REST_MS = 5000

const SWEEP_MS = 1000

/** A frame was too long for the relay. Source: RFC 6455, section 7.4.1. */
const TOO_LONG = 1009

/** How a call is made. */
export type CallTerms = {
  /** Words of the failure once the call is given up. */
  readonly failure: (id: string) => string
  /** Whether the call outlives its socket. One that does not rejects when the socket goes. */
  readonly lasting: boolean
  readonly signal?: AbortSignal | undefined
}

/** Calls to the relay that were not answered yet. */
export type Calls = {
  readonly size: () => number
  /**
   * Resolves with the relay's result. Rejects with `RELAY_UNREACHABLE` (an answered error is its cause), `PAYLOAD_UNSAFE` for a frame
   * that is too long, or `ABORTED`.
   */
  ask(method: string, params: unknown, terms: CallTerms): Promise<unknown>
  /** Takes an answer. False where no call waits for it. */
  answer(frame: Frame & { readonly kind: 'answer' }): boolean
  /** Counts a sign of life of the relay. */
  hear(): void
  /** Signs of life so far. */
  heard(): number
  /** Sends what waits; the socket is open. */
  flush(): void
  /** Takes back what was sent: the socket is gone, closed with this code. */
  lose(code: number): void
  /** Ends all calls. */
  rejectAll(error: EngineError): void
}

type Call = {
  readonly method: string
  readonly params: unknown
  readonly terms: CallTerms
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly onAbort: (() => void) | undefined
  id: string
  /** The clock when the three below were last brought up to date. */
  at: number
  /** ms since the call was made. */
  age: number
  /** ms since it was sent. */
  sentAge: number
  /** ms to wait before it is sent again. */
  rest: number
  /** Signs of life when it was sent. */
  heard: number
  /** Length of its frame. */
  length: number
  error: Error | undefined
}

/**
 * Keeps the calls: ids, answers, second tries, ends. One sweep a second watches over all of them, and only while there are any.
 * `silent` is told of a call that stayed unanswered while nothing else came in either: the socket is dead.
 */
export function createCalls(parameters: {
  readonly clock: Clock
  /** 19 digits as text. */
  readonly createId: () => string
  readonly isOpen: () => boolean
  readonly send: (text: string) => void
  readonly silent: () => void
  /** The last call has ended. */
  readonly idle: () => void
}): Calls {
  const { clock } = parameters
  const sent = new Map<string, Call>()
  let waiting = new Set<Call>()
  let heard = 0
  /** Length of the longest frame on this socket. */
  let longestSent = 0
  let stopSweep: (() => void) | undefined

  /**
   * Counts the time that went by. One step is at most the wait for an answer, and a clock that was set back counts as one sweep,
   * so that neither a jump of the device's clock nor timers that a hidden page holds back end a call too early or never. For the
   * socket a step is less than that wait: one jump does not make a living one silent.
   */
  function tick(call: Call): void {
    const now = clock.now()
    const ms = now < call.at ? SWEEP_MS : Math.min(now - call.at, ANSWER_MS)
    call.at = now
    call.age += ms
    call.sentAge += Math.min(ms, ANSWER_MS - SWEEP_MS)
    call.rest -= ms
  }

  function send(call: Call): void {
    tick(call)
    waiting.delete(call)
    call.id = parameters.createId()
    call.sentAge = 0
    call.rest = 0
    call.heard = heard
    sent.set(call.id, call)
    const text = formatRequest(call.id, call.method, call.params)
    call.length = text.length
    longestSent = Math.max(longestSent, text.length)
    parameters.send(text)
  }

  /** Takes a call out and lets go of what hung on it. */
  function end(call: Call): void {
    sent.delete(call.id)
    waiting.delete(call)
    if (call.onAbort) call.terms.signal?.removeEventListener('abort', call.onAbort)
    if (sent.size + waiting.size === 0) {
      stopSweep?.()
      stopSweep = undefined
      parameters.idle()
    }
  }

  function fail(call: Call, error: Error): void {
    end(call)
    call.reject(error)
  }

  function giveUp(call: Call): void {
    fail(call, new EngineError('RELAY_UNREACHABLE', '', { message: call.terms.failure(call.id), cause: call.error }))
  }

  /**
   * The relay does not say which frame was too long; the longest was, whichever else. Sent again it would end the next socket too,
   * and nothing else would get through meanwhile. Nobody may wait for it any more.
   */
  function failLongest(): void {
    const longest = [...sent.values()].find(({ length }) => length === longestSent)
    if (longest) fail(longest, new EngineError('PAYLOAD_UNSAFE', 'It is longer than the relay takes.'))
  }

  function sweep(): void {
    stopSweep = clock.after(SWEEP_MS, sweep)
    let silent = false
    for (const call of [...sent.values(), ...waiting]) {
      tick(call)
      if (call.age >= GIVE_UP_MS) giveUp(call)
      else if (waiting.has(call)) {
        if (parameters.isOpen() && call.rest <= 0) send(call)
      } else if (call.sentAge >= ANSWER_MS) {
        if (call.heard === heard) silent = true
        else {
          sent.delete(call.id)
          send(call)
        }
      }
    }
    if (silent) parameters.silent()
  }

  return {
    size: () => sent.size + waiting.size,
    ask: (method, params, terms) =>
      new Promise((resolve, reject) => {
        const { signal } = terms
        if (signal?.aborted) {
          reject(new EngineError('ABORTED', '', { cause: signal.reason }))
          return
        }
        const onAbort = signal && (() => fail(call, new EngineError('ABORTED', '', { cause: signal.reason })))
        const call: Call = {
          method,
          params,
          terms,
          resolve,
          reject,
          onAbort,
          id: '',
          at: clock.now(),
          age: 0,
          sentAge: 0,
          rest: 0,
          heard: 0,
          length: 0,
          error: undefined,
        }
        if (onAbort) signal.addEventListener('abort', onAbort)
        if (parameters.isOpen()) send(call)
        else waiting.add(call)
        stopSweep ??= clock.after(SWEEP_MS, sweep)
      }),
    answer({ id, result, error }) {
      const call = sent.get(id)
      if (!call) return false
      if (!error) {
        end(call)
        call.resolve(result)
        return true
      }
      call.error = new PeerError(error)
      if (isLasting(error.code)) giveUp(call)
      else {
        sent.delete(id)
        call.rest = REST_MS
        waiting.add(call)
      }
      return true
    },
    hear() {
      heard += 1
    },
    heard: () => heard,
    flush() {
      for (const call of [...waiting]) send(call)
    },
    lose(code) {
      if (code === TOO_LONG) failLongest()
      longestSent = 0
      const calls = [...sent.values()]
      sent.clear()
      waiting = new Set([...calls.filter(({ terms }) => terms.lasting), ...waiting])
      for (const call of calls) if (!call.terms.lasting) giveUp(call)
    },
    rejectAll(error) {
      for (const call of [...sent.values(), ...waiting]) fail(call, error)
    },
  }
}

/** Whether an error will be the same next time: bad request, unknown method, bad parameters. Source: JSON-RPC 2.0, section 5.1. */
function isLasting(code: number): boolean {
  return code <= -32600 && code >= -32602
}
