import { useEffect } from 'react'
import { useInstance } from '../../hooks.ts'

/** Keeps the screen of a phone on while somebody else scans it, where the browser can. Source: W3C Screen Wake Lock. */
export function useAwake(): void {
  const { services } = useInstance()
  useEffect(() => {
    const { browser, logger, walletWindow } = services
    const lock = walletWindow?.navigator?.wakeLock
    if (!lock || !browser.isMobile()) return undefined
    let isOver = false
    let release: (() => Promise<void>) | undefined
    const hold = (): void => {
      lock.request('screen').then(
        (held) => {
          release = () => held.release()
          if (isOver) void held.release()
        },
        // A browser that saves its battery says no; the code is there all the same.
        (error: unknown) => logger.debug('The screen may go dark.', { error }),
      )
    }
    hold()
    // The browser lets go of it whenever the page is hidden.
    const stop = browser.watchVisible((visible) => {
      if (visible) hold()
    })
    return () => {
      isOver = true
      stop()
      void release?.()
    }
  }, [services])
}
