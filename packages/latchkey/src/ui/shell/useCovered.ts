import { type RefObject, useEffect, useState } from 'react'
import { useInstance } from '../hooks.ts'

/** Time after which a dialog that is not on top counts as covered, in ms. Source: failures, F-57. */
export const COVERED_CHECK_MS = 300

/**
 * Whether something on the page lies over our card (F-57): a host's own dialog that came into the top layer after ours.
 * Not asked while a wallet request is open, because wallets draw over us. `uncover` goes to the top again.
 */
export function useCovered(
  dialog: RefObject<HTMLDialogElement | null>,
  card: RefObject<HTMLElement | null>,
  isWaiting: boolean,
): { readonly isCovered: boolean; readonly uncover: () => void } {
  const instance = useInstance()
  const [isCovered, setIsCovered] = useState(false)

  useEffect(() => {
    if (isWaiting) return
    const check = (): void => {
      const element = card.current
      const root = element?.getRootNode()
      if (!element || !(root instanceof ShadowRoot) || !instance.services.browser.isVisible()) return
      const place = element.getBoundingClientRect()
      const top = document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2)
      const isOnTop = top === null || top === root.host
      setIsCovered(!isOnTop)
      if (!isOnTop) instance.fail({ code: 'DIALOG_COVERED', step: 'open', final: false })
    }
    return instance.services.clock.after(COVERED_CHECK_MS, check)
  }, [instance, card, isWaiting])

  const uncover = (): void => {
    setIsCovered(false)
    dialog.current?.close()
    dialog.current?.classList.add('back')
    dialog.current?.showModal()
  }
  return { isCovered, uncover }
}
