import { hiddenBalances } from '../../../core/features/tokens/hidden.ts'
import { useInstance } from '../../hooks.ts'
import { Tooltip } from '../../parts/Tooltip.tsx'
import { privacyWords } from '../../text/rooms/privacyWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useHidesBalances } from '../useHidesBalances.ts'

/** An eye, open and struck through. Our own drawings, in the box and strokes of the icons. */
const OPEN =
  'M2.5 10S5 4.75 10 4.75 17.5 10 17.5 10 15 15.25 10 15.25 2.5 10 2.5 10ZM7.75 10a2.25 2.25 0 1 0 4.5 0 2.25 2.25 0 1 0-4.5 0Z'
const STRUCK =
  'M8 5a7.6 7.6 0 0 1 2-.25C15 4.75 17.5 10 17.5 10a13 13 0 0 1-1.9 2.7M12 15a7.6 7.6 0 0 1-2 .25C5 15.25 2.5 10 2.5 10A13 13 0 0 1 5 6.7M3.75 3.75l12.5 12.5'

/** Covers all amounts and worth, and uncovers them; remembered on this site. */
export function BalanceEye() {
  const instance = useInstance()
  const t = useRoomText(privacyWords)
  const isHidden = useHidesBalances()
  const label = t(isHidden ? 'balances.show' : 'balances.hide')
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className="icon-button inline"
        aria-label={label}
        data-focus-key="eye"
        onClick={() => hiddenBalances.write(instance, !isHidden)}
      >
        <svg className="icon small" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <path d={isHidden ? STRUCK : OPEN} />
        </svg>
      </button>
    </Tooltip>
  )
}
