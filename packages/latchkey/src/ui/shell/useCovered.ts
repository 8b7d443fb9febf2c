import { type RefObject, useEffect, useState } from 'react'
import { useInstance } from '../hooks.ts'
import type { Forms } from './forms.ts'

/** Time after which a dialog that is not on top counts as covered, in ms. Source: F-57. */
export const COVERED_CHECK_MS = 300

/** Time within which a second loss of the focus means that something fights for it, in ms. Source: F-57. */
const FIGHT_MS = 1_000

/**
 * Whether something on the page lies over our card (F-57): a host's own dialog that came into the top layer after ours, seen
 * at the card's centre or by its taking the focus. Not asked while a wallet request is open, because wallets draw over us.
 * `uncover` goes to the top again, `dismiss` leaves things as they are.
 */
export function useCovered(
  forms: RefObject<Forms | undefined>,
  card: RefObject<HTMLElement | null>,
  isAsking: boolean,
): { readonly isCovered: boolean; readonly uncover: () => void; readonly dismiss: () => void } {
  const instance = useInstance()
  const [isCovered, setIsCovered] = useState(false)
  const [isSentAway, setIsSentAway] = useState(false)

  useEffect(() => {
    if (isAsking || isCovered || isSentAway) return
    const { clock, browser } = instance.services
    const tell = (): void => {
      setIsCovered(true)
      instance.fail({ code: 'DIALOG_COVERED', step: 'open', final: false })
    }
    const check = (): void => {
      const element = card.current
      const root = element?.getRootNode()
      if (!element || !(root instanceof ShadowRoot) || !browser.isVisible()) return
      const place = element.getBoundingClientRect()
      const top = document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2)
      // What stands in our own element, such as the frame of the embedded wallet, is part of the card.
      if (top !== null && !root.host.contains(top)) tell()
    }
    let cancel = clock.after(COVERED_CHECK_MS, check)
    let lostAt = Number.NEGATIVE_INFINITY
    let isOurs = true
    const onFocus = ({ target }: Event): void => {
      // Beside the page the focus is free; it is no fight when a focus trap of the page takes it there.
      if (forms.current?.get() === 'beside') return
      const root = card.current?.getRootNode()
      const wasOurs = isOurs
      isOurs = root instanceof ShadowRoot && target instanceof Node && root.host.contains(target)
      if (isOurs || !wasOurs) return
      const isFight = clock.now() - lostAt < FIGHT_MS
      lostAt = clock.now()
      cancel()
      if (isFight) tell()
      else cancel = clock.after(COVERED_CHECK_MS, check)
    }
    document.addEventListener('focusin', onFocus, true)
    return () => {
      cancel()
      document.removeEventListener('focusin', onFocus, true)
    }
  }, [instance, forms, card, isAsking, isCovered, isSentAway])

  const uncover = (): void => {
    setIsCovered(false)
    forms.current?.raise()
  }
  // Whoever knows and wants to leave it so is not told again.
  const dismiss = (): void => {
    setIsCovered(false)
    setIsSentAway(true)
  }
  return { isCovered, uncover, dismiss }
}
