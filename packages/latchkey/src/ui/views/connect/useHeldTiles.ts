import { type FocusEvent, useState } from 'react'
import { holdTiles } from '../../../core/features/directory/holdTiles.ts'
import type { WalletListing } from '../../../core/types/listing.ts'

/** Tiles as they are shown, and what the element around them has to tell of. */
export type HeldTiles = {
  readonly tiles: readonly WalletListing[]
  readonly watched: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/**
 * Tiles that keep their places while somebody points at them or has the focus on one, whatever comes; the newest order once
 * nobody does. Another `question` is answered at once: who types sees what was found, wherever the pointer rests.
 */
export function useHeldTiles(newest: readonly WalletListing[], question: string): HeldTiles {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isHeld = isPointedAt || isFocused
  const [last, setLast] = useState({ newest, question, isHeld, tiles: newest })
  let { tiles } = last
  if (last.newest !== newest || last.question !== question || last.isHeld !== isHeld) {
    tiles = isHeld && last.question === question ? holdTiles(last.tiles, newest) : newest
    setLast({ newest, question, isHeld, tiles })
  }
  return {
    tiles,
    watched: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setIsFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => setIsFocused(currentTarget.contains(relatedTarget)),
    },
  }
}
