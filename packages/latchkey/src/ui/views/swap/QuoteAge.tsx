import { useEffect, useState } from 'react'
import { useInstance } from '../../hooks.ts'
import { IconButton } from '../../parts/IconButton.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { useRoomText } from '../../useRoomText.ts'
import { formatAgo } from '../account/formatAgo.ts'
import { SWAP_WORDS } from './swapText.ts'

/** How often the age is written anew, in ms: every second would be noise. */
const BEAT_MS = 5_000

/** How old the price is, and the way to a new one. */
export function QuoteAge({ askedAt, isOld, refresh }: QuoteAge.Props) {
  const { clock } = useInstance().services
  const t = useRoomText(SWAP_WORDS)
  const [now, setNow] = useState(() => clock.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price begins its own age
  useEffect(() => {
    setNow(clock.now())
    let stop = (): void => {}
    const beat = (): void => {
      stop = clock.after(BEAT_MS, () => {
        setNow(clock.now())
        beat()
      })
    }
    beat()
    return () => stop()
  }, [clock, askedAt])
  return (
    <div className="swap-age">
      <span>{isOld ? t('swap.old') : t('swap.age', { ago: formatAgo(now - askedAt, t) })}</span>
      <IconButton icon={REFRESH} label={t('swap.refresh')} inline focusKey="refresh" onPress={refresh} />
    </div>
  )
}
export declare namespace QuoteAge {
  type Props = {
    /** In ms since 1970. */
    readonly askedAt: number
    readonly isOld: boolean
    readonly refresh: () => void
  }
}
