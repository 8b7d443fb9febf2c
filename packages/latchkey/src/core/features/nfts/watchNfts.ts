import type { Instance } from '../../types/latchkey.ts'
import { keepFresh } from '../tokens/keepFresh.ts'
import { loadNfts } from './loadNfts.ts'
import { nftsOf } from './state.ts'

/** Pause before metadata that was still being read is asked for again, in ms; each further one is twice as long. */
export const PENDING_MS = 3_000

/** How often it is asked for again before only the next reading of all looks. */
const PENDING_TRIES = 5

/**
 * Keeps the NFTs of the account on screen fresh while somebody looks at them, and asks again for what the gateway was still reading.
 * Returns the way to stop.
 */
export function watchNfts(instance: Instance): () => void {
  const { clock } = instance.services
  const store = nftsOf(instance)
  let cancel: (() => void) | undefined
  let tries = 0
  let count: number | undefined

  const askAgain = (): void => {
    const { pending, items } = store.get()
    if (items?.length !== count) tries = 0
    count = items?.length
    if (cancel !== undefined || pending.length === 0 || tries >= PENDING_TRIES) return
    cancel = clock.after(PENDING_MS * 2 ** tries, () => {
      tries += 1
      void loadNfts(instance, 'pending').then(() => {
        cancel = undefined
        if (!isOver) askAgain()
      })
    })
  }
  let isOver = false
  const stops = [
    store.watch(askAgain),
    keepFresh(instance, (hasSent) => loadNfts(instance, hasSent ? 'anew' : 'first')),
  ]
  askAgain()
  return () => {
    isOver = true
    cancel?.()
    for (const stop of stops) stop()
  }
}
