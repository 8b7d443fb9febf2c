import type { seldom } from './seldom.ts'

/** A part of those that few pages need. */
export function loadSeldom<Part>(pick: (parts: typeof seldom) => Promise<Part>): Promise<Part> {
  return import('./seldom.ts').then((code) => pick(code.seldom))
}
