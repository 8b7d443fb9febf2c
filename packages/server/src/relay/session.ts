import type { TokenBucket } from '../gateway/tokenBucket.ts'
import type { Holder } from './engine.ts'
import type { RelayClient, RelaySocket } from './relay.ts'

/** What the sockets of one address share. */
export type Gate = {
  readonly address: string
  sessions: number
  /** Calls under way. */
  underWay: number
  /** Calls that may be under way while no other address is there. */
  room: number
  /** Sockets whose frames wait, the longest waiting first. */
  readonly waiting: Set<Session>
  /** Runs while the address is beyond its limits. */
  resting: NodeJS.Timeout | undefined
  /** Bytes that the address may still bring; below zero it waits while others are there. */
  readonly bytes: TokenBucket
  /** Runs until there is room for bytes again. */
  pacing: NodeJS.Timeout | undefined
}

/** A connected client while its socket is there. */
export type Session = {
  readonly client: RelayClient
  readonly gate: Gate
  /** Whose share its messages count for. */
  readonly holder: Holder
  readonly socket: RelaySocket
  readonly subscriptions: Map<string, Subscription>
  /** Deliveries without an answer, at most `DELIVERY_WINDOW` and mostly few, in no order. Lists, for the reason of `createLastUsed`. */
  readonly inFlight: { readonly frameId: string; readonly row: number }[]
  /**
   * Rows that the client has lately taken, at most `DELIVERY_WINDOW`: another process may tell of a message after the mailbox was read.
   * The next one takes the place of the oldest, at `takenAt`.
   */
  readonly taken: number[]
  takenAt: number
  readonly behind: Set<Subscription>
  /** Subscriptions that read the mailbox now. */
  reading: number
  /** Calls that were refused because of a limit. */
  refused: number
  underWay: number
  isPaused: boolean
  /** Frames that came while it was paused. */
  readonly frames: string[]
  slowSince: number | undefined
  isEnded: boolean
}

/** One client's reading of one topic. */
export type Subscription = {
  readonly topic: string
  readonly id: string
  readonly session: Session
  /** `behind`: the socket took no more, the rest waits in the mailbox. */
  state: 'live' | 'reading' | 'behind'
  /** Something came while the mailbox was read. */
  again: boolean
  isEnded: boolean
}

/** A session without anything under way. */
export function createSession(parts: Pick<Session, 'client' | 'gate' | 'holder' | 'socket'>): Session {
  return {
    ...parts,
    subscriptions: new Map(),
    inFlight: [],
    taken: [],
    takenAt: 0,
    behind: new Set(),
    reading: 0,
    refused: 0,
    underWay: 0,
    isPaused: false,
    frames: [],
    slowSince: undefined,
    isEnded: false,
  }
}
