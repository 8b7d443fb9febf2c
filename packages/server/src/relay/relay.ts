import type { BucketSize } from '../gateway/tokenBucket.ts'
import type { RelayEngine } from './engine.ts'

/** The way back to a client. */
export type RelaySocket = {
  send(text: string): void
  close(code: number, reason: string): void
  /** Bytes given to `send` that have not left. */
  waitingBytes(): number
  /** Stops and resumes the reading of frames. */
  pause(): void
  resume(): void
}

/** Who has connected. */
export type RelayClient = {
  /** The `did:key` that its token proves. */
  readonly clientId: string
  /** What rate limits count it by besides its id. */
  readonly address: string
  /** The project that it named; absent where the relay asks for none. */
  readonly project?: string | undefined
  /** The `Origin` that it named, and whether the project's list holds it. */
  readonly origin?: { readonly text: string; readonly isVerified: boolean } | undefined
}

/** A connected client. */
export type RelayConnection = {
  /** Takes a text frame. Never throws. */
  onFrame(text: string): void
  /** Bytes have left the socket. */
  onDrain(): void
  /** The socket is gone. */
  end(): void
  /** Whether it has subscribed to anything. */
  isUsed(): boolean
  /** Publishes that are not yet answered. */
  underWay(): number
}

/** The relay without its sockets. */
export type Relay = {
  /** Connects a client; frames go in by the answer and come out by `socket`. */
  connect(client: RelayClient, socket: RelaySocket): RelayConnection
  readonly engine: RelayEngine
  /** Drops readers that stay slow. Called every few seconds. */
  dropSlow(): void
  /** Resolves once every publish that was taken is answered. */
  settle(): Promise<void>
  readonly sockets: () => number
}

/** Limits of one relay. */
export type RelayLimits = {
  readonly maxTtlSeconds: number
  readonly maxTopicsPerClient: number
  /** Token buckets of calls, by client and by address. */
  readonly calls: BucketSize
  readonly callsPerAddress: BucketSize
  readonly bytesPerAddress: BucketSize
  /** Bytes of calls by address while others are there; what is more waits unread and is not refused. */
  readonly pacePerAddress: BucketSize
}

/** Signs what is known of a message's origin; see `relayAttestationClaims`. */
export type AttestOrigin = (message: string, origin: { text: string; isVerified: boolean }) => string
