import { useState } from 'react'
import { getRoute } from '../../core/flow/router.ts'
import { useLatchkeyState } from '../hooks.ts'

/** The place in a list that one left by its focus key and comes back to; 0 where there is none. Later changes do not count. */
export function useReturnPlace<Item>(items: readonly Item[], toFocusKey: (item: Item) => string): number {
  const { focusKey } = useLatchkeyState('router', getRoute)
  const [place] = useState(() =>
    focusKey === undefined
      ? 0
      : Math.max(
          0,
          items.findIndex((item) => toFocusKey(item) === focusKey),
        ),
  )
  return place
}
