import type { Instance } from '../../types/latchkey.ts'
import { loadActivity } from './loadActivity.ts'
import { ACTIVITY_LIMIT, toWholeness } from './rules.ts'
import { activityOf } from './state.ts'
import { toCsv } from './toCsv.ts'

/** Older pages that one export reads at most, so that it ends, and costs a gateway no more than a patient visitor does. */
export const EXPORT_PAGES = 50

/** A history as a file: its text, how many transactions are in it, and whether that is all there are. */
export type ExportedActivity = { readonly csv: string; readonly count: number; readonly isWhole: boolean }

/**
 * The history of the account on screen as CSV: what is known and up to 50 older pages, at most 10,000 transactions. Ends early with
 * what there is when `signal` aborts or a page fails. Undefined when another account came on screen meanwhile.
 */
export async function exportActivity(instance: Instance, signal: AbortSignal): Promise<ExportedActivity | undefined> {
  const store = activityOf(instance)
  const { owner } = store.get()
  for (let pages = 0; pages < EXPORT_PAGES && !signal.aborted; pages += 1) {
    const { next, items = [] } = store.get()
    if (next === undefined || items.length >= ACTIVITY_LIMIT || store.get().owner !== owner) break
    await loadActivity(instance, { more: true })
    if (store.get().more === 'failed') break
  }
  const { items = [], next, owner: last, ...state } = store.get()
  if (last !== owner) return undefined
  const isWhole = next === undefined && items.length < ACTIVITY_LIMIT && toWholeness(state) === 'whole'
  return { csv: toCsv(items), count: items.length, isWhole }
}
