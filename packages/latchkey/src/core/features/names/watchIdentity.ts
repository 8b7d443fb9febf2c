import type { Instance } from '../../types/latchkey.ts'
import { fetchIdentity } from './fetchIdentity.ts'

/** Pause before a name is asked for again, in ms; one that is known is not asked for as long as it is kept. */
export const IDENTITY_AGAIN_MS = 30_000

/**
 * Reads name and avatar of the account on screen now, and again every 30 s while the page is visible: one that could not be read
 * appears once it can. Returns the way to stop.
 */
export function watchIdentity(instance: Instance): () => void {
  const { clock, browser } = instance.services
  let isOver = false
  let cancel = (): void => {}
  const read = async (): Promise<void> => {
    if (browser.isVisible()) await fetchIdentity(instance)
    if (!isOver && !instance.signal.aborted) cancel = clock.after(IDENTITY_AGAIN_MS, () => void read())
  }
  void read()
  return () => {
    isOver = true
    cancel()
  }
}
