import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findAsker } from '../../core/kernel/requests/asked.ts'
import { useAnnounce, useInstance, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { useStyles } from '../parts/useStyles.ts'
import { getFocusPath } from './focus.ts'
import { type Drawn, giveWay } from './giveWay.ts'
import type { Sight } from './lookAround.ts'
import styles from './waitingBar.css?inline'

/**
 * Stands in for the card while a wallet has drawn something beneath it: says what is waited for, in the corner that is free,
 * and leads back. Lives as long as wallets are asked.
 */
export function WaitingBar({ host, dialog, card, before }: WaitingBar.Props) {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const bar = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()
  /** The visitor wants the card where it is, until the place is free. */
  const [isWanted, setIsWanted] = useState(false)
  useStyles(styles)

  useEffect(() => {
    if (!card.current) return
    return giveWay({ host, card: card.current, before }, (next) => {
      setDrawn(next)
      if (!next.corner) setIsWanted(false)
    })
  }, [host, card, before])

  const corner = isWanted ? undefined : drawn?.corner
  const isFolded = corner !== undefined
  const isDrawn = drawn?.isDrawn === true
  const wallet = findAsker(instance)?.name || t('pairing.someWallet')
  const sentence = t('pairing.opened', { wallet })

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !isDrawn) return
    element.classList.add('drawn')
    return () => element.classList.remove('drawn')
  }, [dialog, isDrawn])

  useLayoutEffect(() => {
    const element = dialog.current
    const [focused] = getFocusPath()
    if (!element || !isFolded) return
    element.classList.add('folded')
    // Whoever is in the wallet's box already stays there.
    const wasHere = focused !== undefined && element.contains(focused)
    if (wasHere) bar.current?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      element.classList.remove('folded')
      const isHere = bar.current?.contains(getFocusPath()[0] ?? null) === true
      const target = wasHere && focused?.isConnected ? focused : card.current?.querySelector('[data-title]')
      if (isHere && target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [dialog, card, isFolded])

  useEffect(() => {
    if (isFolded) announce(sentence, 'polite')
  }, [isFolded, announce, sentence])

  return (
    <div ref={bar} className={`waiting-bar ${corner ?? ''}`} hidden={!isFolded}>
      <Spinner />
      <span>{sentence}</span>
      <Button kind="plain" small onPress={() => setIsWanted(true)}>
        {t('action.bringToFront')}
      </Button>
    </div>
  )
}
export declare namespace WaitingBar {
  type Props = {
    readonly host: Element
    readonly dialog: RefObject<HTMLElement | null>
    readonly card: RefObject<HTMLElement | null>
    /** The page when the wallet was asked. */
    readonly before: Sight
  }
}
