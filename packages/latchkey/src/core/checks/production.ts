import type { Checks } from './checks.ts'

export const isDevelopment: Checks['isDevelopment'] = false
export const findOptionMistake: Checks['findOptionMistake'] = undefined
export const refuseDifferences: Checks['refuseDifferences'] = undefined
