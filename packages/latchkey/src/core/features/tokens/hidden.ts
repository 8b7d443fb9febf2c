import { defineStore } from '../../kernel/defineStore.ts'
import { readRecord } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Instance } from '../../types/latchkey.ts'

/** Where the choice is kept. It is read at once, so that no amount is drawn before it is known. */
const RECORD = 'hidesBalances'

/** Rings when this page changes the choice; what counts is the record. */
const changesOf = /* @__PURE__ */ defineStore('hidesBalances', {})

/** Whether the visitor chose that amounts and worth are not shown on this site. */
export function hidesBalances({ services }: Pick<Instance, 'services'>): boolean {
  return readRecord(services.storage, RECORD) === true
}

/** Shows or hides amounts and worth, here and in other tabs of the site, now and at later page loads. */
export function hideBalances(instance: Instance, isHidden: boolean): void {
  writeRecord(instance.services.storage, RECORD, isHidden)
  changesOf(instance).set(() => ({}))
}

/** Hears of the choice changing, here or in another tab. Returns the way to stop. */
export function watchHidden(instance: Instance, listener: () => void): () => void {
  const stops = [changesOf(instance).watch(listener), instance.services.storage.watch(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
