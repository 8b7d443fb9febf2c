import type { ThemeMode } from '../types/options.ts'

export type ThemeState = {
  readonly mode: ThemeMode
  readonly accent: string | undefined
  readonly variables: Readonly<Record<`--latchkey-${string}`, string>>
  /** BCP 47 tag, or undefined for the page's own. */
  readonly locale: string | undefined
}
