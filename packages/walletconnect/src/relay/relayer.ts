import type { PublishOptions } from '@latchkey/wire'

/** A message that the relay brought. */
export type InboundMessage = {
  readonly topic: string
  /** The envelope's text. */
  readonly message: string
  /** Relay time, ms since 1970. */
  readonly publishedAt: number
  readonly tag: number | undefined
  /** The publisher's attestation: a JWT, `''` when the relay knows that there is none, undefined when it did not say. */
  readonly attestation: string | undefined
  /** What a relay of ours attests itself. */
  readonly relayAttestation: string | undefined
}

/** A message for the relay. */
export type OutboundMessage = PublishOptions & {
  readonly topic: string
  readonly message: string
  readonly attestation?: string | undefined
  /** Id of the peer message inside, sent as `correlationId`; it tells the relay nothing that it cannot see. */
  readonly correlationId?: number | undefined
}

export type RelayStatus = 'idle' | 'connecting' | 'connected' | 'refused' | 'closed'

/** What a relayer tells. `refused` carries the relay's reason (close code 3000); it stops trying until something needs it. */
export type RelayerEvent =
  | { readonly name: 'relayer_connect' }
  | { readonly name: 'relayer_disconnect'; readonly code: number; readonly reason: string }
  | { readonly name: 'relayer_refused'; readonly reason: string; readonly tokenAgeMs: number }
  | { readonly name: 'relayer_connection_stalled' }
  /** A try has failed; `tries` counts since the last connection. The modal shows it after the third (F-10). */
  | { readonly name: 'relayer_try_failed'; readonly tries: number; readonly url: string }
  | { readonly name: 'relayer_publish'; readonly topic: string; readonly tag: number }

export type CallOptions = { readonly signal?: AbortSignal | undefined }

/**
 * The way to the relay: one socket, opened only when something needs it, kept up for as long as a topic is subscribed.
 * Every call resolves once the relay has said so, and rejects with `RELAY_UNREACHABLE`, `RELAY_REFUSED`, `ABORTED`, or
 * `PAYLOAD_UNSAFE` for what is longer than the relay takes.
 */
export type Relayer = {
  /** `did:key` of this client. */
  readonly clientId: string
  status(): RelayStatus
  /** Topics that are kept subscribed, over reconnects too. */
  topics(): readonly string[]
  /** Topics stay wanted until `unsubscribe`, also where the promise rejects. */
  subscribe(topics: readonly string[], options?: CallOptions): Promise<void>
  /** Forgets topics at once; tells the relay when it can, and never rejects. */
  unsubscribe(topics: readonly string[]): void
  publish(message: OutboundMessage, options?: CallOptions): Promise<void>
  /** `wc_proposeSession`, or subscribe and publish where the relay does not know it. Subscribes to the pairing topic. */
  proposeSession(
    parameters: {
      readonly pairingTopic: string
      readonly sessionProposal: string
      readonly correlationId: number
      readonly ttlSeconds: number
      readonly attestation?: string | undefined
    },
    options?: CallOptions,
  ): Promise<void>
  /** `wc_approveSession`, or subscribe and two publishes (answer first). Subscribes to the session topic. */
  approveSession(
    parameters: {
      readonly sessionTopic: string
      readonly pairingTopic: string
      readonly sessionProposalResponse: string
      readonly sessionSettlementRequest: string
      readonly correlationId: number
      readonly ttlSeconds: number
    },
    options?: CallOptions,
  ): Promise<void>
  /**
   * Handles inbound messages: those of one topic one after the other, in the relay's order. The relay gets its
   * acknowledgement once the handler has resolved; where it rejects, the message will come again.
   */
  handle(handler: (message: InboundMessage) => Promise<void>): void
  watch(listener: (event: RelayerEvent) => void): () => void
  /**
   * Opens the socket ahead of a call that is about to come. Tried once and told to nobody where it fails; closed again where
   * nothing has come within 5 s.
   */
  prepare(): void
  /** Drops the socket and opens a new one at once where something needs it, at `url` if given; topics are subscribed anew. */
  restart(url?: string): void
  close(): Promise<void>
}
