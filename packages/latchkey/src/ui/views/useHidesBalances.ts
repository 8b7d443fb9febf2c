import { hiddenBalances } from '../../core/features/tokens/hidden.ts'
import { useChoice } from './useChoice.ts'

/** Whether amounts and worth stay covered, as the visitor chose on this site. */
export function useHidesBalances(): boolean {
  return useChoice(hiddenBalances)
}
