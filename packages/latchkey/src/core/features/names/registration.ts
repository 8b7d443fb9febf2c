import { defineStore } from '../../kernel/defineStore.ts'

/** A name that may be registered, or that somebody has. */
export type NameSuggestion = {
  /** Without its zone. */
  readonly label: string
  /** With it. */
  readonly name: string
  /** Also true for a name that nobody may register. */
  readonly isTaken: boolean
}

/** How a reading ended, or that it has not. */
export type NameReading = 'reading' | 'done' | 'failed'

export type RegistrationState = {
  /** Zones of the gateway, the first of which names are registered in; none where visitors may not. */
  readonly zones: { readonly status: NameReading; readonly list: readonly string[] } | undefined
  /** The names that an account has in the zones. */
  readonly owned:
    | { readonly address: string; readonly status: NameReading; readonly name?: string | undefined }
    | undefined
  /** As typed, in its quick normal form. */
  readonly label: string
  /** What the gateway says of a label: the label itself first. */
  readonly asked:
    | { readonly label: string; readonly status: NameReading; readonly list: readonly NameSuggestion[] }
    | undefined
  /** `asking`: the wallet is asked for a signature, or the gateway to register. */
  readonly phase: 'idle' | 'asking'
  /** Why the last try came to nothing, and with which name. */
  readonly failure: { readonly code: string; readonly name: string; readonly error: unknown } | undefined
  /** The name that was registered last. */
  readonly registered: string | undefined
}

/** The name that the visitor is about to register. */
export const registrationOf = defineStore<RegistrationState>('registration', {
  zones: undefined,
  owned: undefined,
  label: '',
  asked: undefined,
  phase: 'idle',
  failure: undefined,
  registered: undefined,
})
