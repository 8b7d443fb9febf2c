import { CUSTODY_CODES, type CustodyCode } from '@latchkey/wire/custody/call'

/** Ends a call of the embedded wallet with a code of the closed list. Its words say nothing of accounts, codes or shares. */
export class CustodyRefusal extends Error {
  override readonly name = 'CustodyRefusal'
  readonly code: CustodyCode
  readonly retryAfterSeconds: number | undefined
  readonly facts: Readonly<Record<string, string>>

  constructor(
    code: CustodyCode,
    message: string,
    details: { retryAfterMs?: number | undefined; facts?: Readonly<Record<string, string>> | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.facts = details.facts ?? {}
    this.retryAfterSeconds =
      details.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(details.retryAfterMs / 1000))
  }

  get status(): (typeof CUSTODY_CODES)[CustodyCode] {
    return CUSTODY_CODES[this.code]
  }
}
