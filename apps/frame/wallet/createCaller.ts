/** Calls from the frame to one of the servers of the embedded wallet, each proven by the device's key. */
import { type CallAnswer, type CallBody, type CustodyCall, HOST_HEADER } from '@latchkey/wire/custody/call'
import type { Language } from '@latchkey/wire/languages'
import * as v from 'valibot'
import { type DeviceKey, proveCall } from '../device/deviceKey.ts'
import type { Bytes } from '../keys/bytes.ts'

/** A call that a server refused, or that never came back. */
export class CallRefusedError extends Error {
  override readonly name = 'CallRefusedError'
  /** The server's code; `NETWORK_FAILED` where nothing came back, and `ANSWER_INVALID` where it was no answer of such a server. */
  readonly code: string
  /** When to try again (s), where a limit refused it. */
  readonly retryAfter: number | undefined
  /** What the server said beside its code, by name. */
  readonly facts: Readonly<Record<string, string>>

  constructor(
    code: string,
    {
      server = 'The server',
      retryAfter,
      facts = {},
      cause,
    }: {
      /** Origin of the server, where the page should learn which of the two it was. */
      readonly server?: string | undefined
      readonly retryAfter?: number | undefined
      readonly facts?: Readonly<Record<string, string>> | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(code === 'NETWORK_FAILED' ? `${server} could not be reached` : `${server} answered ${code}`, { cause })
    this.code = code
    this.retryAfter = retryAfter
    this.facts = facts
  }
}

/** Makes one call. Throws `CallRefusedError`. */
export type Caller = <Call extends CustodyCall>(
  call: Call,
  body: CallBody<Call>,
  with_?: { readonly token?: string | undefined; readonly releaseKey?: Bytes | undefined },
) => Promise<CallAnswer<Call>>

const refusal = v.object({
  code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,63}$/u)),
  reasons: v.optional(v.array(v.object({ field: v.string(), description: v.string() })), []),
})

/** How long an answer is waited for (ms): longer than the vault holds a call in which a person is waited for. */
const ANSWER_TIMEOUT = 35_000

/** Speaks to one server. `host` is the origin of the page around the frame, as the browser told it. */
export const createCaller =
  ({
    serverUrl,
    projectId,
    host,
    key,
    language,
    fetch,
    now,
  }: {
    /** Without a slash at the end. */
    readonly serverUrl: string
    readonly projectId: string
    readonly host: string
    readonly key: DeviceKey
    /** The language of the frame's screens, in which the servers write to the visitor. */
    readonly language: () => Language
    readonly fetch: typeof globalThis.fetch
    /** ms since 1970. */
    readonly now: () => number
  }): Caller =>
  async <Call extends CustodyCall>(
    call: Call,
    body: CallBody<Call>,
    { token, releaseKey }: { readonly token?: string | undefined; readonly releaseKey?: Bytes | undefined } = {},
  ) => {
    const url = `${serverUrl}${call.path}`
    const server = new URL(serverUrl).origin
    const dpop = await proveCall(key, { url, now: now(), token, releaseKey })
    let response: Response
    let answer: unknown
    try {
      response = await fetch(`${url}?projectId=${encodeURIComponent(projectId)}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': language(),
          [HOST_HEADER]: host,
          dpop,
          ...(token !== undefined && { authorization: `DPoP ${token}` }),
        },
        body: JSON.stringify(body),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT),
      })
      answer = await response.json()
    } catch (error) {
      throw new CallRefusedError('NETWORK_FAILED', { server, cause: error })
    }
    if (!response.ok) {
      const read = v.safeParse(refusal, answer)
      // A browser sends a call again by itself where the line broke under it. Its proof was used then, and nobody knows what became of the first.
      if (read.success && read.output.code === 'PROOF_REFUSED') throw new CallRefusedError('NETWORK_FAILED')
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
      throw new CallRefusedError(read.success ? read.output.code : 'ANSWER_INVALID', {
        server,
        retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
        facts: read.success
          ? Object.fromEntries(read.output.reasons.map((each) => [each.field, each.description]))
          : {},
      })
    }
    const read = v.safeParse(call.answer, answer)
    if (!read.success) throw new CallRefusedError('ANSWER_INVALID')
    return read.output as CallAnswer<Call>
  }
