import type { Random } from './ports.ts'

/** WebCrypto's random bytes, which browsers and Node have on every page. */
export const systemRandom: Random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) }
