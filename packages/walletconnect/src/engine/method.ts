import type { JsonRpcRequest, JsonRpcResponse, TransportType } from '../records.ts'
import type { SentRequest, TableChange } from '../tables.ts'
import type { EngineContext } from './context.ts'

/** A peer's message that was opened. */
export type Opened = {
  readonly topic: string
  /** The envelope's text. */
  readonly message: string
  /** What tells the envelope from every other one on its topic. */
  readonly fingerprint: string
  /** The payload's text as the peer wrote it. */
  readonly text: string
  readonly attestation: string | undefined
  readonly relayAttestation: string | undefined
  readonly transport: TransportType
  /** Of a type 1 envelope. */
  readonly sender: string | undefined
}

/**
 * What comes of a message: changes, written together with the mark that it was dealt with, and what follows once they are
 * durable. The relay gets its acknowledgement after that, so what follows happens again if it fails.
 */
export type Handled = {
  readonly changes?: readonly TableChange[] | undefined
  readonly after?: (() => void | Promise<void>) | undefined
}

/** A peer method: where it may come, and what its request and its answer do. A thrown EngineError is told to the peer. */
export type Method = {
  readonly on: 'pairing' | 'session'
  readonly onRequest: (context: EngineContext, request: JsonRpcRequest, opened: Opened) => Handled | Promise<Handled>
  /** Default: the answer is kept for who waits. */
  readonly onResponse?:
    | ((
        context: EngineContext,
        sent: SentRequest,
        response: JsonRpcResponse,
        opened: Opened,
      ) => Handled | Promise<Handled>)
    | undefined
  /**
   * Answers a request that comes again after it was dealt with: its first answer may have been lost. `isHandled` is false where
   * another engine dealt with it: that one may have ended before it told its listeners.
   */
  readonly onRepeat?:
    | ((context: EngineContext, request: JsonRpcRequest, opened: Opened, isHandled: boolean) => void | Promise<void>)
    | undefined
}
