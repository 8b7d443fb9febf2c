import type { laterParts } from './laterParts.ts'

type Parts = typeof laterParts

export type LaterPart = keyof Parts

/**
 * Loads a part that no first opening shows. Where each of them is comes in a file of its own: a site's bundler writes down, beside
 * every import, all files that it stands on.
 */
export const later =
  <Name extends LaterPart>(name: Name) =>
  () =>
    import('./laterParts.ts').then(({ laterParts }) =>
      (laterParts[name] as () => Promise<Awaited<ReturnType<Parts[Name]>>>)(),
    )
