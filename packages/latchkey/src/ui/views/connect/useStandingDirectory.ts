import { type FocusEvent, useMemo, useState } from 'react'
import { listFirstWallets, settleWallets } from '../../../core/features/directory/standing.ts'
import { type DirectoryState, directoryOf } from '../../../core/features/directory/state.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** The directory as a list of wallets shows it, and what the element of that list has to tell of. */
export type StandingDirectory = {
  readonly directory: DirectoryState
  readonly isLoading: boolean
  /** Whether to say that the directory is down: a line more moves the list, whose card stands in the middle of the page. */
  readonly isDown: boolean
  readonly watched: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void
    readonly onBlur: () => void
  }
}

/**
 * The directory with what is known of it in the first frame, before any server has answered. Of what stands while somebody points
 * at the list, or has the focus on one of these wallets, an answer changes nothing but pictures and links (F-59).
 */
export function useStandingDirectory(): StandingDirectory {
  const instance = useInstance()
  const known = useLatchkeyState(directoryOf, (state) => state)
  const isLoading = known.status === 'idle' || known.status === 'loading'
  const hasAnswer = !isLoading
  const isKnown = known.status === 'ready' || known.count > 0
  const [first] = useState(() => (isKnown ? undefined : listFirstWallets(instance.options)))
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [isSettled, setIsSettled] = useState(hasAnswer)
  if (!isSettled && hasAnswer && !isPointedAt && !isFocused) setIsSettled(true)
  const directory = useMemo((): DirectoryState => {
    if (!first) return known
    if (!isKnown) return { ...known, ...first }
    return { ...known, recommended: settleWallets(first.recommended, known.recommended, !isSettled) }
  }, [known, first, isKnown, isSettled])
  return {
    directory,
    isLoading,
    isDown: known.status === 'failed' && isSettled,
    watched: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: ({ target }) =>
        setIsFocused(first?.recommended.some(({ key }) => target.dataset.focusKey === `wallet:${key}`) ?? false),
      onBlur: () => setIsFocused(false),
    },
  }
}
