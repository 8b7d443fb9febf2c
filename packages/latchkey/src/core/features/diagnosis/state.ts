/** One thing that happened: what a wallet was asked, what came back, an event, a failure. */
export type JournalEntry = {
  /** ms since 1970. */
  readonly at: number
  readonly kind: 'ask' | 'answer' | 'refusal' | 'event' | 'failure'
  /** Who was asked what, as `eip155 io.example connect`, or the name of an event, or a code. */
  readonly name: string
  /** One line of facts without secrets. */
  readonly facts: string
}

/** What is kept for a developer; empty unless the site set `debug`. */
export type DiagnosisState = { readonly entries: readonly JournalEntry[] }

export const INITIAL_DIAGNOSIS: DiagnosisState = { entries: [] }
