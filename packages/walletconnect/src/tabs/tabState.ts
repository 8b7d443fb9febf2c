import type { Backend, Snapshot } from '../backend.ts'
import type { Surroundings } from '../ports.ts'
import type { Tables } from '../tables.ts'
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
