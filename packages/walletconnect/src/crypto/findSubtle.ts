/** WebCrypto of this program; null on pages that came over plain http. */
export const findSubtle = (): SubtleCrypto | null => globalThis.crypto?.subtle ?? null
