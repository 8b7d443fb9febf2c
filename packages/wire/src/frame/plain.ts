/** What may travel in a message between a page and the frame: plain JSON data within limits (SEC-32). */

/** Levels of nesting. Source: SEC-32. */
export const DEPTH_LIMIT = 16
/** Bytes of UTF-16 and of numbers, counted as below: 256 KiB. Source: SEC-32. */
export const SIZE_LIMIT = 256 * 1024

/** Whether an assignment or a spread would reach a prototype by that name. */
const leadsToPrototype = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype'

const NUMBER_SIZE = 8

/**
 * Whether a value that a structured clone brought is plain: objects without a class, lists without holes, texts, finite numbers,
 * booleans and null, at most 16 levels deep and 256 KiB in all. Every value counts, so that a list of a million nulls is large too.
 * Nothing is read twice, and a value that leads back to itself ends at the depth.
 */
export const isPlain = (value: unknown): boolean => {
  let size = 0
  const visit = (part: unknown, depth: number): boolean => {
    size += NUMBER_SIZE
    if (size > SIZE_LIMIT) return false
    if (part === null || typeof part === 'boolean') return true
    if (typeof part === 'number') return Number.isFinite(part)
    if (typeof part === 'string') {
      size += 2 * part.length
      return size <= SIZE_LIMIT
    }
    if (typeof part !== 'object' || depth > DEPTH_LIMIT) return false
    if (Array.isArray(part)) {
      // A list of one entry may say that it has four billion.
      if (part.length * NUMBER_SIZE > SIZE_LIMIT) return false
      for (let index = 0; index < part.length; index += 1)
        if (!(index in part) || !visit(part[index], depth + 1)) return false
      return true
    }
    const prototype: unknown = Object.getPrototypeOf(part)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const [name, inner] of Object.entries(part)) {
      size += 2 * name.length
      if (leadsToPrototype(name)) return false
      // A field that is undefined is one that is left out.
      if (inner !== undefined && !visit(inner, depth + 1)) return false
    }
    return true
  }
  return visit(value, 1)
}
