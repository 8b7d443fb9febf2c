import { defineStore } from '../../kernel/defineStore.ts'
import type { JournalEntry } from '../../types/diagnosis.ts'

/** What is kept for a developer; empty unless the site set `debug`. */
export type DiagnosisState = { readonly entries: readonly JournalEntry[] }

export const INITIAL_DIAGNOSIS: DiagnosisState = { entries: [] }

/** What is kept for a developer. */
export const diagnosisOf = defineStore('diagnosis', INITIAL_DIAGNOSIS)
