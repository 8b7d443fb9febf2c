/** Failures after which nobody knows whether the wallet has sent it. Source: docs/failures.md, rule 4. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'APPROVAL_LOST',
  'EXTENSION_RELOADED',
  'OFFLINE',
  'RELAY_UNREACHABLE',
  'REQUEST_UNANSWERED',
  'SESSION_ENDED',
  'WALLET_NOT_RESPONDING',
])

/** Whether a transaction may have left although asking the wallet for it ended with `code`: then nothing may send it again. */
export function mayHaveLeft(code: string): boolean {
  return UNCLEAR.has(code)
}
