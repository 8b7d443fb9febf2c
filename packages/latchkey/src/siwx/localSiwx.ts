import type { CreateSiwx } from '../core/types/siwx.ts'
import { deferSiwx, type SiwxSettings } from './deferSiwx.ts'

/**
 * Sign-in without a server: the visitor signs, and this browser remembers it. It lets a page ask for consent and proves nothing
 * to anybody; who decides by it on a server has no authentication. The console says so.
 */
export function localSiwx(settings: SiwxSettings = {}): CreateSiwx {
  return (surroundings) =>
    deferSiwx(settings, async () => {
      const { createLocalSiwx } = await import('./createLocalSiwx.ts')
      return createLocalSiwx(settings, surroundings)
    })
}
