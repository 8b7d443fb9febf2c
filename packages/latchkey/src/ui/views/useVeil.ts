import { balanceWords } from '../text/rooms/balanceWords.ts'
import { useRoomText } from '../useRoomText.ts'
import { useHidesBalances } from './useHidesBalances.ts'

/** The word in the place of amounts within a sentence; undefined where the visitor lets them be shown. */
export function useVeil(): string | undefined {
  const t = useRoomText(balanceWords)
  return useHidesBalances() ? t('balances.hidden') : undefined
}
