import type { Latchkey } from '../core/types/latchkey.ts'
import { claimKey, READY_EVENT } from '../core/values/claim.ts'

/** The running instance of an id, which it claimed on `document`; undefined before that and after its end. */
export function findInstance(id: string): Latchkey | undefined {
  const claimed: Latchkey | undefined = Reflect.get(document, claimKey(id))
  return claimed?.instance.signal.aborted ? undefined : claimed
}

/** Calls back with the instance of an id now, and at each change. Returns the way to stop. */
export function watchInstance(id: string, listener: (latchkey: Latchkey | undefined) => void): () => void {
  let current: Latchkey | undefined
  const look = (): void => {
    const found = findInstance(id)
    if (found === current) return
    current?.instance.signal.removeEventListener('abort', look)
    current = found
    current?.instance.signal.addEventListener('abort', look)
    listener(current)
  }
  document.addEventListener(READY_EVENT, look)
  look()
  return () => {
    document.removeEventListener(READY_EVENT, look)
    current?.instance.signal.removeEventListener('abort', look)
  }
}
