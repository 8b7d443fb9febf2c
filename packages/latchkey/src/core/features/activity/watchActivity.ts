import type { Instance } from '../../types/latchkey.ts'
import { keepFresh } from '../tokens/keepFresh.ts'
import { loadActivity } from './loadActivity.ts'

/** Keeps the transactions of the account on screen fresh while somebody looks at them. Returns the way to stop. */
export function watchActivity(instance: Instance): () => void {
  return keepFresh(instance, () => loadActivity(instance))
}
