import type { Backend } from './backend.ts'
import type { Relayer } from './relay/relayer.ts'
import type { Tables } from './tables.ts'

/**
 * The moving parts of a client. `leading` is undefined in a tab that follows another: keys and socket are then elsewhere.
 */
export type Internals = {
  readonly backend: Backend
  leading():
    | {
        readonly tables: Tables
        readonly relayer: Relayer
        /** Removes what has run out. */
        readonly expirer: { check(): Promise<void> }
      }
    | undefined
}
