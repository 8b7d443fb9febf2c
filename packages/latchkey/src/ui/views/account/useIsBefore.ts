import { useEffect, useState } from 'react'
import { useInstance } from '../../hooks.ts'

/** Whether a moment, in ms since 1970, is still to come; drawn again when it has. */
export function useIsBefore(moment: number): boolean {
  const { clock } = useInstance().services
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    const leftMs = moment - clock.now()
    return leftMs > 0 ? clock.after(leftMs, () => setPassed(moment)) : undefined
  }, [clock, moment])
  return passed !== moment && moment > clock.now()
}
