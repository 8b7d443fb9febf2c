import { expect, test } from 'vitest'
import { findExtensionStore } from './findExtensionStore.ts'

test.each([
  ['Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36', 'chrome'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36 Edg/146.0', 'edge'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36 OPR/130.0', 'opera'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'firefox'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 'safari'],
  ['curl/8', 'none'],
] as const)('%s installs extensions from the store of %s', (userAgent, store) => {
  expect(findExtensionStore({ userAgent: () => userAgent, isMobile: () => false })).toBe(store)
  expect(findExtensionStore({ userAgent: () => userAgent, isMobile: () => true })).toBe('none')
})
