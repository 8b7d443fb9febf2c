import type { KeyStorage } from '../../services/ports.ts'

/** Most entries of one cache; a visitor with more accounts than that within minutes is no visitor. */
export const CACHE_ENTRIES = 50

/**
 * Keeps something that was read at `at` (ms since 1970) under a prefix, and lets go of what is unreadable, of what is older than
 * `lifetimeMs`, and of the longest unused beyond 50: what is used is read anew as soon as its time is over.
 */
export function writeCache(
  storage: KeyStorage,
  { prefix, lifetimeMs }: { readonly prefix: string; readonly lifetimeMs: number },
  key: string,
  value: Readonly<Record<string, unknown>> & { readonly at: number },
): void {
  const name = prefix + key
  const others = storage
    .names()
    .filter((each) => each.startsWith(prefix) && each !== name)
    .map((each) => ({ each, at: readAt(storage.get(each)) }))
    .sort((one, other) => other.at - one.at)
  let kept = 1
  for (const { each, at } of others) {
    if (kept < CACHE_ENTRIES && Math.abs(value.at - at) < lifetimeMs) kept += 1
    else storage.remove(each)
  }
  storage.set(name, JSON.stringify(value))
}

/** When an entry was read; before everything where it says nothing that can be read. */
function readAt(text: string | undefined): number {
  try {
    const { at } = JSON.parse(text ?? '') as { at?: unknown }
    return typeof at === 'number' ? at : Number.NEGATIVE_INFINITY
  } catch {
    return Number.NEGATIVE_INFINITY
  }
}
