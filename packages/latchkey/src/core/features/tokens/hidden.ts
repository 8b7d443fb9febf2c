import { defineChoice } from '../../kernel/saved/defineChoice.ts'
import type { Token } from './state.ts'

/** Whether amounts and worth are not shown on this site. */
export const hiddenBalances = /* @__PURE__ */ defineChoice('hidesBalances')

/** Whether tokens of next to no worth are folded away on this site. */
export const hiddenSmall = /* @__PURE__ */ defineChoice('hidesSmall')

/** What is worth less is small, in the currency of worth. */
const SMALL = 1

/** Whether a token is worth next to nothing. What has no price may be worth anything, and the coin pays the fees. */
export function isSmall({ address, value }: Pick<Token, 'address' | 'value'>): boolean {
  return address !== undefined && value !== undefined && value < SMALL
}
