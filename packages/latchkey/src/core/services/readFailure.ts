import { parseWireError } from '@latchkey/wire/errors'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { readRetryAfter } from '../values/readRetryAfter.ts'
import type { Clock } from './ports.ts'

/** What came of one try. */
export type Outcome =
  | { readonly answer: unknown }
  | { readonly error: LatchkeyError; readonly isPassing: boolean; readonly retryAfterMs: number | undefined }

/** What the gateway says instead of an answer, and whether it may say otherwise when it is asked again. */
export async function readFailure(response: Response, clock: Clock): Promise<Outcome> {
  // An answer that is no JSON is told by its status.
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, requestId, reasons } = parseWireError(body, response.status)
  const retryAfterMs = readRetryAfter(response, clock.now()) || undefined
  const facts = { status: response.status, requestId, reasons, retryAfterMs }
  const isPassing = response.status === 429 || response.status === 503
  return { error: new LatchkeyError(code, message, { facts }), isPassing, retryAfterMs }
}
