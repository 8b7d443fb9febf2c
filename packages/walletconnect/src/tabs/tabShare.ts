import type { Backend, BackendNews, Snapshot } from '../backend.ts'
import type { Clock } from '../ports.ts'
import type { Tables } from '../tables.ts'
import type { CallOnce } from './rememberOutcomes.ts'
import type { TabMessage } from './tabMessage.ts'

/** What a tab knows of itself and of the one that leads, and what can be done with it. */
export type TabShare = {
  readonly tabId: string
  readonly clock: Clock
  /** In a tab that follows: what its leader told last. */
  shown: Snapshot
  /** This tab's time of leading, from the moment that it holds the lock. */
  own: string | undefined
  /** `callOnce` once another tab has spoken. */
  engine: { readonly backend: Backend; readonly tables: Tables; callOnce: CallOnce | undefined } | undefined
  leader: string | undefined
  sequence: number
  isReady: boolean
  isClosed: boolean
  /** Says something to the other tabs; false where it cannot travel. */
  readonly post: (message: TabMessage) => boolean
  readonly tell: (news: BackendNews) => void
  /** Ends a call of this tab. */
  readonly settle: (callId: string, outcome: { readonly result?: unknown; readonly error?: unknown }) => void
  readonly becomeReady: () => void
  /** Whether the leader was asked for a sign of life. */
  readonly isAsking: () => boolean
  /** Asks it for one. */
  readonly beat: () => void
  /** It gave one. */
  readonly rest: () => void
}

/** What a tab says and does on the word of others. */
export type TabTalk = {
  /** Reads what was heard on the channel, whatever it is. */
  hear(heard: unknown): void
  /** Shows what somebody else wrote meanwhile. */
  show(next: Snapshot): void
  /** An engine's calls, each carried out at most once. */
  remember(engine: { readonly backend: Backend; readonly tables: Tables }): CallOnce
  /** Nobody else's call is this tab's business any more. */
  endLead(): void
}
