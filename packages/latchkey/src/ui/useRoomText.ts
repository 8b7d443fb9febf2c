import { useMemo } from 'react'
import { useText } from './hooks.ts'
import type { Catalogue } from './text/catalogue.ts'
import type { Translate } from './text.ts'

/** The words, with those of a room that brings its own English ones (`ui/text/rooms`) along with its code. */
export function useRoomText(words: Partial<Catalogue>): Translate {
  const t = useText()
  return useMemo(() => t.extend(words), [t, words])
}
