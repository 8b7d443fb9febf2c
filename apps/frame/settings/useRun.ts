import { useCallback, useRef, useState } from 'react'
import { wordFailure } from './CodeScreen.tsx'
import { useTexts } from './Screen.tsx'

/** Runs one thing at a time on a screen, and words what it failed with. */
export const useRun = () => {
  const texts = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isRunning = useRef(false)
  const run = useCallback(
    async (task: () => Promise<void>) => {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setFailure('')
      try {
        await task()
      } catch (error) {
        setFailure(wordFailure(error, texts))
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [texts],
  )
  return { isBusy, failure, run }
}
