import type { OpenOptions } from '../../core/types/latchkey.ts'
import type { PlainWords } from '../words/en.ts'
import type { RichWords } from '../words/richEn.ts'

/** What draws the account and network looks into one button. */
export type Rich = {
  /** Draws what is true now and gives what a click opens. */
  draw(state: { words: PlainWords & Partial<RichWords>; loading: boolean }): OpenOptions
  /** Stops reading balances and names; the next `draw` starts again. */
  stop(): void
}
