import type { FailureCode, FailureKind } from '../errors/failureCodes.ts'
import type { LogEntry } from '../services/ports.ts'

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

/** Whether something out there answers. `note` says what came instead. */
export type Reachability = { readonly name: string; readonly ok: boolean; readonly note: string }

/** Everything that helps to find out why something does not work; no secrets, no whole address, nothing that left the page. */
export type Diagnosis = {
  readonly at: number
  readonly id: string
  readonly page: Readonly<Record<string, string | boolean>>
  readonly options: Readonly<Record<string, unknown>>
  readonly connectors: readonly Readonly<Record<string, unknown>>[]
  readonly connections: readonly Readonly<Record<string, unknown>>[]
  /** What waits for a person now, and what we believe holds it up. */
  readonly attempt: Readonly<Record<string, unknown>> | undefined
  readonly reachable: readonly Reachability[]
  /** Mistakes that can be seen from here, in words. */
  readonly advice: readonly string[]
  /** Empty unless the site set `debug`. */
  readonly journal: readonly JournalEntry[]
  /** The developer's notes of this page, oldest first, also where `debug` is off; 1,024,000 bytes of them at most. */
  readonly log: readonly LogEntry[]
}

/** What a host can know of a failure before it happens. */
export type FailureDoc = {
  readonly code: FailureCode
  /** `failure` rejects; `hint` changes a sentence while the promise stays open; `notice` resolves and tells; `developer` is for the console. */
  readonly kind: FailureKind
  /** What happened, and how it is known. */
  readonly cause: string
  /** What the visitor is offered; of `developer` codes: nothing. */
  readonly offer: string
  /** What the site can do. */
  readonly site: string
}
