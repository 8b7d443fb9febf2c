import type { SignClientCalls } from './calls.ts'
import type { SignClientEvents } from './events.ts'
import type { TableChange, TableName, TableRecords } from './tables.ts'

/** Tables that a client shows in every tab. Keys never leave the tab that leads. */
export const SHOWN_TABLES = [
  'pairing',
  'proposal',
  'session',
  'request',
  'auth',
  'deepLink',
] as const satisfies readonly TableName[]
export type ShownTable = (typeof SHOWN_TABLES)[number]

/** What every tab knows, by table and key. */
export type Snapshot = { readonly [Name in ShownTable]: ReadonlyMap<string, TableRecords[Name]> }

/** What a backend tells its client. */
export type BackendNews =
  | { readonly kind: 'changes'; readonly changes: readonly TableChange[] }
  | {
      [Name in keyof SignClientEvents]: {
        readonly kind: 'event'
        readonly name: Name
        readonly payload: SignClientEvents[Name]
      }
    }[keyof SignClientEvents]

/**
 * The engine as a client sees it, in this tab or in the one that leads. Parameters and results are plain values that survive
 * structured cloning. A call keeps its id when a new leader is asked again, and is then carried out at most once.
 */
export type Backend = {
  call<Name extends keyof SignClientCalls>(
    name: Name,
    parameters: SignClientCalls[Name]['parameters'],
    options: { readonly callId: string; readonly signal?: AbortSignal | undefined },
  ): Promise<SignClientCalls[Name]['result']>
  /** What is kept now. In a tab that follows: what its leader told last. */
  snapshot(): Snapshot
  watch(listener: (news: BackendNews) => void): () => void
  close(): Promise<void>
}
