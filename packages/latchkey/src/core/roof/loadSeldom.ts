import type { seldom } from './seldom.ts'

/** A part of those that few pages need. */
export async function loadSeldom<Part>(pick: (parts: typeof seldom) => Promise<Part>): Promise<Part> {
  const code = await import('./seldom.ts')
  return pick(code.seldom)
}
