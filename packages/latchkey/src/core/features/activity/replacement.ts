import { defineStore } from '../../kernel/defineStore.ts'

/** What is done with a transaction that waits: the same once more for a higher fee, or nothing in its place. */
export type ReplacementKind = 'speedUp' | 'cancel'

/** The newest wish to replace a transaction, and how far it is. */
export type Replacement = {
  readonly hash: string
  readonly kind: ReplacementKind
  /** `late`: it was carried out before. */
  readonly status: 'asking' | 'left' | 'late' | 'failed'
  /** Code of the failure. */
  readonly failure?: string | undefined
}

export const replacementOf = /* @__PURE__ */ defineStore<{ readonly now?: Replacement }>('replacement', {})
