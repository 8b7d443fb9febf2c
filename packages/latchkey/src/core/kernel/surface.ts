import { defineStore } from './defineStore.ts'

/** What a way wants to be seen in the modal: a screen that is not drawn by us, such as that of a frame. */
export type Surface = {
  /** `approve`: somebody has to say yes or no; everything else was asked for by the visitor. */
  readonly reason: 'approve' | 'stepup' | 'export' | 'recovery'
  /** Height that it takes, in px. */
  readonly minHeight: number
  /** The visitor has left it without an answer. */
  readonly leave: () => void
}

export const surfaceOf = /* @__PURE__ */ defineStore<{ readonly wanted?: Surface | undefined }>('surface', {})
