import type { BrowserPort } from '../services/ports.ts'

/** A shop of browser extensions, by the browser that it serves. */
export type ExtensionStore = 'chrome' | 'firefox' | 'safari' | 'edge' | 'opera'

/** Marks of browsers in a user agent, the particular ones first: most claim to be Chrome or Safari as well. */
const MARKS: readonly (readonly [ExtensionStore, RegExp])[] = [
  ['edge', /Edg\//],
  ['opera', /OPR\//],
  ['firefox', /Firefox\//],
  ['chrome', /Chrom(e|ium)\//],
  ['safari', /Safari\//],
]

/** Which extension store serves this browser; none on phones, where extensions do not run. */
export function findExtensionStore(browser: Pick<BrowserPort, 'userAgent' | 'isMobile'>): ExtensionStore | 'none' {
  return MARKS.find(([, mark]) => !browser.isMobile() && mark.test(browser.userAgent()))?.[0] ?? 'none'
}
