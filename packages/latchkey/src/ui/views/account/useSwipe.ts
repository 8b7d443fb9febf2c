import { type TouchEvent, useRef } from 'react'
import { isRightToLeft } from '../../parts/isRightToLeft.ts'

/** A finger that goes this far sideways, in px, and twice as far as up or down, goes to the next. */
const FAR = 48

/** Listeners for an element on which a finger swipes sideways; 1 is on, -1 is back, in the direction of the text. */
export function useSwipe(onSwipe: (step: 1 | -1) => void): {
  readonly onTouchStart: (event: TouchEvent) => void
  readonly onTouchEnd: (event: TouchEvent) => void
} {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    onTouchStart: ({ touches }) => {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches, currentTarget }) => {
      const touch = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!touch || !from) return
      const x = touch.clientX - from.x
      if (Math.abs(x) < FAR || Math.abs(x) < 2 * Math.abs(touch.clientY - from.y)) return
      const isOn = x < 0 === !isRightToLeft(currentTarget)
      onSwipe(isOn ? 1 : -1)
    },
  }
}
