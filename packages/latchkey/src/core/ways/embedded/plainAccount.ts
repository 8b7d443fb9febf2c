import { defineChoice } from '../../kernel/saved/defineChoice.ts'

/** Whether the visitor wants the key's own address on eip155 in the place of the smart account. */
export const plainAccount = /* @__PURE__ */ defineChoice('usesPlainAccount')
