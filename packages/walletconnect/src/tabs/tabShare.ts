import type { Backend, BackendNews, Snapshot } from '../backend.ts'
import type { Surroundings } from '../ports.ts'
import type { Tables } from '../tables.ts'
import type { LeaderWatch } from './createLeaderWatch.ts'
import type { TabCalls } from './createTabCalls.ts'
import type { CallOnce } from './rememberOutcomes.ts'
import type { TabMessage } from './tabMessage.ts'

/** What a tab is handed by its surroundings. */
export type TabSurroundings = Pick<Surroundings, 'clock' | 'logger' | 'random' | 'reachability' | 'tabs'>

/** What a tab knows of itself and of the one that leads. */
export type TabState = {
  readonly tabId: string
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
}

/** Says something to the other tabs; false where it cannot travel. */
export type Post = (message: TabMessage) => boolean

/** What following and serving other tabs is handed. */
export type TabShare = {
  readonly state: TabState
  readonly clock: TabSurroundings['clock']
  readonly post: Post
  readonly tell: (news: BackendNews) => void
  readonly calls: TabCalls
  readonly leaderWatch: LeaderWatch
  /** To be called once it is known who leads, and what is kept. */
  readonly becomeReady: () => void
}

/** What a tab does with messages of other tabs. */
export type TabTalk = {
  /** Reads a message of the channel, whatever it is. */
  read(message: unknown): void
  /** Shows what somebody else wrote meanwhile. */
  show(next: Snapshot): void
  /** An engine's calls, each carried out at most once. */
  remember(engine: { readonly backend: Backend; readonly tables: Tables }): CallOnce
  /** Nobody else's call is this tab's business any more. */
  endLead(): void
}
