import type { Backend, BackendNews, Snapshot } from '../backend.ts'
import type { Tables } from '../tables.ts'
import type { LeaderWatch } from './createLeaderWatch.ts'
import type { TabCalls } from './createTabCalls.ts'
import type { CallOnce } from './rememberOutcomes.ts'
import type { Post, TabState, TabSurroundings } from './tabState.ts'

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
