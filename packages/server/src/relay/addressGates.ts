import { type BucketSize, refill } from '../gateway/tokenBucket.ts'
import type { Clock } from '../ports.ts'
import { createContention } from './contention.ts'
import type { Gate, Session } from './session.ts'

/**
 * Calls that all sockets of one address may have under way; frames of a socket that goes on wait. With 64 the slowest of
 * the others' messages took three times as long in a flood; see `docs/benchmarks.md`.
 */
export const ADDRESS_UNDER_WAY = 8

/** The same of an address that is alone, reached in steps: as many as one write of the mailbox holds. */
const ALONE_UNDER_WAY = 512

/** Publishes that a socket may have under way before its frames are read more slowly. */
const UNDER_WAY_LIMIT = 256

/** Bytes that a call counts for at least in the pace of its address: a short one costs the process about as much as one of these. */
const PACE_BYTES = 512

/**
 * How often one socket of an address that is beyond its limits is read again, in ms. What a socket has brought by then,
 * about 64 KiB, is refused frame by frame, which costs the others of the process their time.
 */
const REFUSED_REST_MS = 50

/** Lets the sockets of an address in by turns, so that no address holds up the others. */
export type AddressGates = {
  /** The gate of an address, which a new session now shares. Give it back with `leave`. */
  enter(address: string): Gate
  /** Keeps what a new session brings at once where it is until it is the address's turn. */
  admit(session: Session): void
  leave(session: Session): void
  /** Handles a frame now, or when the socket is read again: one that is paused may bring what was on its way. */
  take(session: Session, text: string): void
  /** Takes note of a call, for the pace of its address. */
  keepPace(gate: Gate, text: string): void
  /** A call is under way, and at its end. */
  startCall(session: Session): void
  endCall(session: Session): void
  /** Reads the sockets of an address that was refused one after the other, with a rest before each. */
  rest(session: Session): void
}

/** Makes the gates of one relay. `handle` takes each frame when it is its turn; `onFlood` a socket that brought too many while it was paused. */
export function createAddressGates(parameters: {
  clock: Clock
  pace: BucketSize
  /** Frames that a socket may bring while it is not read. */
  maxFrames: number
  handle: (session: Session, text: string) => void
  onFlood: (session: Session) => void
}): AddressGates {
  const { clock, pace, maxFrames, handle, onFlood } = parameters
  const gates = new Map<string, Gate>()
  const contention = createContention(clock)

  /** Whether an address waits, because it has as much under way as it may, or is ahead of its pace while others are there. */
  function mustWait(gate: Gate): boolean {
    if (!contention.isNow()) return gate.underWay >= gate.room
    gate.room = ADDRESS_UNDER_WAY
    if (gate.underWay >= ADDRESS_UNDER_WAY) return true
    refill(gate.bytes, pace, clock.now())
    if (gate.bytes.tokens > 0) return false
    // Worth a few calls, so that the timer does not cost more than they do.
    const missing = ADDRESS_UNDER_WAY * PACE_BYTES - gate.bytes.tokens
    gate.pacing ??= setTimeout(
      () => {
        gate.pacing = undefined
        if (gate.resting === undefined) letOn(gate)
      },
      Math.ceil((missing / pace.refillPerSecond) * 1000),
    ).unref()
    return true
  }

  function take(session: Session, text: string): void {
    if (session.isEnded) return
    if (!session.isPaused && mustWait(session.gate)) hold(session)
    if (!session.isPaused) {
      handle(session, text)
      return
    }
    session.frames.push(text)
    if (session.frames.length >= maxFrames) onFlood(session)
  }

  /** Reads no more of a socket until it is its turn. */
  function hold(session: Session): void {
    if (session.isPaused) return
    session.isPaused = true
    session.gate.waiting.add(session)
    session.socket.pause()
  }

  /** Reads on, as long as there is room for what the waiting sockets bring: at most so many of them. */
  function letOn(gate: Gate, most = gate.waiting.size): void {
    if (gate.waiting.size === 0 || mustWait(gate)) return
    for (const session of [...gate.waiting].slice(0, most)) {
      if (mustWait(gate)) return
      if (session.isEnded || session.underWay > UNDER_WAY_LIMIT / 2) continue
      gate.waiting.delete(session)
      session.isPaused = false
      const frames = session.frames.splice(0)
      for (const text of frames) take(session, text)
      if (!session.isPaused && !session.isEnded) session.socket.resume()
    }
  }

  function rest(session: Session): void {
    const { gate } = session
    hold(session)
    gate.resting ??= setTimeout(() => {
      gate.resting = undefined
      letOn(gate, 1)
      const [next] = gate.waiting
      if (next !== undefined) rest(next)
    }, REFUSED_REST_MS).unref()
  }

  return {
    enter(address) {
      const gate: Gate = gates.get(address) ?? {
        address,
        sessions: 0,
        underWay: 0,
        room: ADDRESS_UNDER_WAY,
        waiting: new Set(),
        resting: undefined,
        bytes: { tokens: pace.capacity, at: clock.now() },
        pacing: undefined,
      }
      gates.set(address, gate)
      gate.sessions += 1
      return gate
    },
    admit(session) {
      if (mustWait(session.gate)) hold(session)
    },
    leave(session) {
      const { gate } = session
      gate.waiting.delete(session)
      gate.sessions -= 1
      if (gate.sessions > 0) return
      clearTimeout(gate.resting)
      clearTimeout(gate.pacing)
      gates.delete(gate.address)
    },
    take,
    keepPace(gate, text) {
      contention.note(gate.address)
      refill(gate.bytes, pace, clock.now())
      gate.bytes.tokens -= Math.max(PACE_BYTES, text.length)
    },
    startCall(session) {
      session.underWay += 1
      session.gate.underWay += 1
      if (session.underWay >= UNDER_WAY_LIMIT) hold(session)
    },
    endCall(session) {
      const { gate } = session
      session.underWay -= 1
      // While others wait behind it, each call that ends lets two more in.
      if (gate.waiting.size > 0 && gate.underWay >= gate.room) gate.room = Math.min(gate.room + 1, ALONE_UNDER_WAY)
      gate.underWay -= 1
      if (gate.resting === undefined) letOn(gate)
    },
    rest,
  }
}
