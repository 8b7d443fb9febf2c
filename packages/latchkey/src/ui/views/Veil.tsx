import { HiddenText } from '../parts/HiddenText.tsx'
import { balanceWords } from '../text/rooms/balanceWords.ts'
import { useRoomText } from '../useRoomText.ts'

/**
 * What stands in the place of an amount that the visitor chose to cover, with its token where it is of one; screen readers hear that it
 * is hidden, and no number.
 */
export function Veil({ of }: { readonly of?: string | undefined }) {
  const t = useRoomText(balanceWords)
  return (
    <>
      <span aria-hidden="true">••••</span>
      <HiddenText>{t('balances.hidden')}</HiddenText>
      {of === undefined ? null : <span>{` ${of}`}</span>}
    </>
  )
}
