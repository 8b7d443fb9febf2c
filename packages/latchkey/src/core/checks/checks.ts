import type { CreateLatchkeyOptions, Options } from '../types/options.ts'
import type { Mistake } from './findMistake.ts'

/**
 * What the two builds differ in, behind the package's own import `#checks`: bundlers that set the export condition
 * `development` get `development.ts`, everything else `production.ts`.
 */
export type Checks = {
  readonly isDevelopment: boolean
  /** The first option whose name or form is wrong. Whatever protects visitors is checked by `resolveOptions` in both builds. */
  readonly findOptionMistake: ((given: CreateLatchkeyOptions) => Mistake | undefined) | undefined
  /** Throws `CONFIG_CONFLICT` where an id is set up again with other options (F-50). In production that is noted, and nobody waits for it. */
  readonly refuseDifferences: ((before: Options, now: Options) => void) | undefined
}
