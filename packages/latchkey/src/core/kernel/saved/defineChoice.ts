import type { Instance } from '../../types/latchkey.ts'
import { defineStore } from '../defineStore.ts'
import { readRecord } from './records.ts'
import { writeRecord } from './writeRecords.ts'

/** A yes or no of the visitor's that is kept on this site. */
export type Choice = {
  /** Read at once, so that nothing is drawn before it is known. */
  readonly read: (instance: Pick<Instance, 'services'>) => boolean
  /** Chooses, here and in other tabs of the site, now and at later page loads. */
  readonly write: (instance: Instance, isOn: boolean) => void
  /** Hears of the choice changing, here or in another tab. Returns the way to stop. */
  readonly watch: (instance: Instance, listener: () => void) => () => void
}

/** Declares a choice by the record that keeps it. Without a record it is no. */
export function defineChoice(record: string): Choice {
  // Rings when this page changes the choice; what counts is the record.
  const changesOf = defineStore(record, {})
  return {
    read: ({ services }) => readRecord(services.storage, record) === true,
    write: (instance, isOn) => {
      writeRecord(instance.services.storage, record, isOn)
      changesOf(instance).set(() => ({}))
    },
    watch: (instance, listener) => {
      const stops = [changesOf(instance).watch(listener), instance.services.storage.watch(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
