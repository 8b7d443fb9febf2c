import type { Options } from '../types/options.ts'

/**
 * Names of the options that differ between two creations. Functions count as equal, because a hot reload makes new ones, and so
 * does what a server read of each request (F-50).
 */
export function listDifferences(one: Options, other: Options): readonly string[] {
  return (Object.keys({ ...one, ...other }) as (keyof Options)[])
    .filter((name) => name !== 'initialState' && !isEqual(one[name], other[name]))
    .sort()
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one === 'function' && typeof other === 'function') return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(Reflect.get(one, key), Reflect.get(other, key)))
}

/** What a developer reads of options that differ: the same words whether they are thrown or noted. */
export function sayDifferences(keys: readonly string[]): string {
  return `Latchkey was set up twice, with other ${keys.join(', ')}. Two instances need two ids (option id).`
}
