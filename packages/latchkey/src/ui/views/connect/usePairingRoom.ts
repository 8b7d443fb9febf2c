import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useInstance } from '../../hooks.ts'

/** How long a code stands before what may take its place is fetched, in ms: finding it with a camera takes longer. */
const REST_MS = 300

const load = () => import('./pairingRoom.ts').then(({ PAIRING_ROOM }) => PAIRING_ROOM)
type PairingRoom = Awaited<ReturnType<typeof load>>

/**
 * What stands in the place of a code, once it is wanted and has come; ahead of that where a code stands. Breaks the view, which can
 * be drawn anew, where it does not come.
 */
export function usePairingRoom(isWanted: boolean, hasCode = false): PairingRoom | undefined {
  const { clock, browser } = useInstance().services
  const [room, setRoom] = useState<PairingRoom>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()

  // What was loaded ahead is here before the next frame.
  useLayoutEffect(() => {
    if (!isWanted || room) return
    let isOver = false
    load().then(
      (loaded) => {
        if (!isOver) flushSync(() => setRoom(loaded))
      },
      (cause: unknown) => {
        if (!isOver) setFailure({ cause })
      },
    )
    return () => {
      isOver = true
    }
  }, [isWanted, room])

  useEffect(() => {
    if (!hasCode) return
    let stopRest = (): void => undefined
    // What does not come now is asked for again where it is wanted.
    const ask = (): void => void load().catch(() => undefined)
    const stop = clock.after(REST_MS, () => {
      stopRest = browser.whenIdle(ask)
    })
    return () => {
      stop()
      stopRest()
    }
  }, [browser, clock, hasCode])

  if (failure) throw failure.cause
  return isWanted ? room : undefined
}
