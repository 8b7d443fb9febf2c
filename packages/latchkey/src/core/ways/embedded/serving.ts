import type { FrameAnswer, FramePayload } from '@latchkey/wire/frame'
import type { Connection, ConnectionChange, Connector } from '../../types/adapter.ts'
import type { NetworkId } from '../../types/network.ts'
import type { EMBEDDED_NAMESPACES } from './embeddedId.ts'

/** Who is logged in, as the frame says it. */
export type FrameUser = FrameAnswer<'GET_USER'>

/** A namespace of the embedded wallet. */
export type EmbeddedNamespace = (typeof EMBEDDED_NAMESPACES)[number]

/** Which of its two accounts on eip155. */
export type EmbeddedAccountType = 'eoa' | 'smartAccount'

/** What the adapters of the embedded wallet share. */
export type Serving = {
  readonly connectors: Readonly<Record<EmbeddedNamespace, Connector>>
  /** What is connected in a namespace now. */
  readonly read: (namespace: EmbeddedNamespace) => Connection | undefined
  /** Asks the wallet, or a node through it. What a person answers ends with 4001 when the visitor leaves the frame. */
  readonly request: (namespace: EmbeddedNamespace, method: string, params: unknown) => Promise<unknown>
  /** Who is logged in, on a network of a namespace. One question at a time: the frame moves to the network for its answer. */
  readonly readUser: (
    namespace: EmbeddedNamespace,
    payload: NonNullable<FramePayload<'GET_USER'>>,
  ) => Promise<FrameUser>
  /** Makes a connection of what the frame said. */
  readonly toConnection: (namespace: EmbeddedNamespace, user: FrameUser) => Connection
  /** The login of an earlier page load, where the frame still has it; null where it has none. Asks nobody. */
  readonly restore: (namespace: EmbeddedNamespace, networkId: NetworkId) => Promise<Connection | null>
  /** Moves to a network, whose account may be another one. */
  readonly switchNetwork: (namespace: EmbeddedNamespace, networkId: NetworkId) => Promise<void>
  readonly watch: (namespace: EmbeddedNamespace, listener: (change: ConnectionChange) => void) => () => void
  /** Uses the account of eip155 that the visitor wants, where that has changed, here or in another tab. */
  readonly followType: () => Promise<void>
  /** Ends the login, once for all namespaces. */
  readonly signOut: () => Promise<void>
}

declare module '../../kernel/live.ts' {
  interface Live {
    embeddedServing?: Serving | undefined
  }
}
