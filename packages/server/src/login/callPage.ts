import type { Language } from '@latchkey/wire/languages'

/** Where a call comes from, checked against the configuration. */
export type CallPage = {
  readonly projectId: string
  readonly projectName: string
  readonly host: string
  /** What whoever called reads. */
  readonly language: Language
}
