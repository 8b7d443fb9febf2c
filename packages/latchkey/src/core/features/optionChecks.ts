import type { Mistake } from '../checks/findMistake.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { ONRAMP_SHAPES } from './onramp/optionChecks.ts'
import { SWAP_SHAPES } from './swap/optionChecks.ts'
import { findTokensMistake, TOKENS_SHAPES } from './tokens/optionChecks.ts'

/** What the options of all features take; for development builds. */
export const FEATURE_SHAPES = {
  ...TOKENS_SHAPES,
  ...SWAP_SHAPES,
  ...ONRAMP_SHAPES,
  siwx: 'any',
  analyticsUrl: 'text',
} as const

/** What is wrong with the options of a feature beyond their form; for development builds. */
export function findFeatureMistake(given: CreateLatchkeyOptions): Mistake | undefined {
  return findTokensMistake(given)
}
