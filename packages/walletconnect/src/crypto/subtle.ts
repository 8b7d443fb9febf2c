import { load } from '../load.ts'

/** Curves and hashes for browsers whose WebCrypto lacks them. Rejects with `ABORTED` where the code cannot be had now. */
export const loadFallback = async () => (await load(import('./fallback.ts'))).fallback

/** WebCrypto of this program; null on pages that came over plain http. */
export const findSubtle = (): SubtleCrypto | null => globalThis.crypto?.subtle ?? null
