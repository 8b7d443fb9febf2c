/** How a scripted wallet answers one call. */
export type Answer =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'no'; readonly code: number | string; readonly text: string; readonly data?: unknown }
  | { readonly kind: 'hang' }
  | { readonly kind: 'late'; readonly delayMs: number; readonly value: unknown }
  | { readonly kind: 'throw'; readonly error: unknown }

/** The words to write a wallet's script with: by method, one answer a call. What the script does not name, the wallet does really. */
export const drill = {
  /** Answers with a value, and asks nobody. */
  ok: (value: unknown): Answer => ({ kind: 'ok', value }),
  /** Rejects with a coded error. */
  no: (code: number | string, text = '', data?: unknown): Answer => ({ kind: 'no', code, text, data }),
  /** Never answers. */
  hang: { kind: 'hang' } satisfies Answer as Answer,
  /** Answers with a value after so many ms. */
  late: (delayMs: number, value: unknown): Answer => ({ kind: 'late', delayMs, value }),
  /** Rejects with anything, such as a text or nothing. */
  throw: (error: unknown): Answer => ({ kind: 'throw', error }),
} as const
