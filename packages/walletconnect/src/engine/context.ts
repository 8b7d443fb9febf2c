import type { SignClientEvents } from '../events.ts'
import type { Clock, Surroundings } from '../ports.ts'
import type { PendingRequest, TransportType } from '../records.ts'
import type { InboundMessage, Relayer } from '../relay/relayer.ts'
import type { Ids } from '../rules/ids.ts'
import type { SignClientOptions, Verifier } from '../signClient.ts'
import type { Tables } from '../tables.ts'
import type { RecentlyDeleted } from './recentlyDeleted.ts'
import type { Turns } from './turns.ts'
import type { Waits } from './waits.ts'

/** What of a client's options the engine reads. */
export type EngineOptions = Pick<
  SignClientOptions,
  'metadata' | 'signConfig' | 'strictNamespaces' | 'verifier' | 'attest' | 'ethCall'
>

/** A message as it arrives, over the relay or by a link. */
export type Arrival = Pick<InboundMessage, 'topic' | 'message' | 'attestation' | 'relayAttestation'> & {
  readonly transport: TransportType
}

/** Shows requests to the wallet's owner one at a time, oldest first. */
export type RequestQueue = {
  add(request: PendingRequest): void
  /** A request was answered: the next one follows after a gap. */
  answered(id: number): void
  /** Requests are gone without an answer: the next one follows at once. */
  gone(ids: readonly number[]): void
  close(): void
}

/** What every call and method of an engine is handed. */
export type EngineContext = Pick<Surroundings, 'clock' | 'random' | 'logger' | 'openLink'> & {
  readonly options: EngineOptions
  readonly tables: Tables
  readonly relayer: Relayer
  readonly ids: Ids
  /** Checks the attestations that came with a message; asked where the options bring no verifier. */
  readonly verifyAttestations?: Verifier | undefined
  readonly waits: Waits
  readonly turns: Turns
  readonly deleted: RecentlyDeleted
  /** Without a queue until a request waits for this wallet's owner. `hasStored`: some did when this engine started. */
  readonly queue: { current?: RequestQueue | undefined; hasStored?: boolean | undefined }
  /** When this engine started, ms since 1970. */
  readonly startedAt: number
  /** Ids of answers that were taken, to the ms they were: their records may go soon. */
  readonly taken: Map<number, number>
  /** Marks of messages that this engine has dealt with, the newest last. */
  readonly handled: Set<string>
  /** Deals with a message that did not come over the relay. */
  readonly receive: (arrival: Arrival) => Promise<void>
  readonly emit: <Name extends keyof SignClientEvents>(name: Name, payload: SignClientEvents[Name]) => void
}

/** Whole seconds since 1970, as the protocol counts. */
export function nowSeconds(context: { readonly clock: Pick<Clock, 'now'> }): number {
  return Math.floor(context.clock.now() / 1000)
}
