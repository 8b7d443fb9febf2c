import type { Surroundings } from './surroundings.ts'

/** Pictures fetched before a page of them is shown: those in sight. */
const PRELOADED_PICTURES = 20

/** How long a page waits for its pictures, in ms: names that are known are not held back by a server that hangs. */
const PRELOAD_MS = 500

/**
 * Fetches the first pictures of a page, so that they are there when the page is. Resolves when each has come or failed, or
 * after 500 ms; what comes later is drawn when it comes. Never rejects.
 */
export function preloadPictures(
  sources: readonly (string | undefined)[],
  { after, isTrustedImage }: Pick<Surroundings, 'after' | 'isTrustedImage'>,
): Promise<void> {
  const trusted = sources.slice(0, PRELOADED_PICTURES).filter((src) => src !== undefined && isTrustedImage(src))
  return new Promise((resolve) => {
    const cancel = after(PRELOAD_MS, resolve)
    void Promise.all(trusted.map((src) => fetchPicture(String(src)))).then(() => {
      cancel()
      resolve()
    })
  })
}

function fetchPicture(src: string): Promise<void> {
  return new Promise((resolve) => {
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.onload = () => resolve()
    image.onerror = () => resolve()
    image.src = src
  })
}
