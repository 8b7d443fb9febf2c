import * as v from 'valibot'
import type { WireCode, WireReason } from './errors.ts'

/**
 * One gateway call, described once: both sides take their types, address and parsing from it.
 * `input` holds the fields of path and query together; a name in braces in `path` is taken from it.
 */
export type Endpoint<
  Input = unknown,
  Body = unknown,
  Answer = unknown,
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
> = {
  /** The call's name, as in logs and metrics. */
  readonly name: string
  readonly method: Method
  /** Path template: `/v1/identity/{address}`. */
  readonly path: string
  /** Other path templates that answer the same. */
  readonly aliases: readonly string[]
  readonly input: v.GenericSchema<unknown, Input>
  /** JSON body of a POST; absent on a GET. */
  readonly body: v.GenericSchema<unknown, Body> | undefined
  /** JSON answer, or `bytes` for a picture. */
  readonly answer: v.GenericSchema<unknown, Answer> | 'bytes'
}

/** An endpoint that answers JSON. */
export type JsonEndpoint<Input, Body, Answer, Method extends 'GET' | 'POST'> = Endpoint<Input, Body, Answer, Method> & {
  readonly answer: v.GenericSchema<unknown, Answer>
}

/** What a caller of an endpoint passes: the typed fields of path and query, and `body` where there is one. */
export type EndpointInput<E> =
  E extends Endpoint<infer Input, infer Body, infer _Answer>
    ? undefined extends Body
      ? Input
      : Input & { readonly body: Body }
    : never

/** What an endpoint answers once parsed; a `Blob` for pictures. */
export type EndpointAnswer<E> = E extends Endpoint<infer _Input, infer _Body, infer Answer> ? Answer : never

/** Fields that every call carries in its query. */
export const commonQuery = v.object({
  /** The site's public project id. */
  projectId: v.optional(v.pipe(v.string(), v.maxLength(128, 'expected at most 128 characters'))),
  /** Kind of SDK; a client that does not say is one of the field's older ones. */
  st: v.optional(v.pipe(v.string(), v.maxLength(64, 'expected at most 64 characters')), 'appkit'),
  /** Version of the SDK. */
  sv: v.optional(v.pipe(v.string(), v.maxLength(128, 'expected at most 128 characters')), 'unknown'),
})

/** The parsed common fields. */
export type CommonQuery = v.InferOutput<typeof commonQuery>

/** Describes a GET that answers JSON. */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<const Input extends v.GenericSchema, const Answer extends v.GenericSchema>(parts: {
  name: string
  path: string
  aliases?: readonly string[] | undefined
  input: Input
  answer: Answer
}): JsonEndpoint<v.InferOutput<Input>, undefined, v.InferOutput<Answer>, 'GET'> {
  return { ...parts, aliases: parts.aliases ?? [], method: 'GET', body: undefined } as JsonEndpoint<
    v.InferOutput<Input>,
    undefined,
    v.InferOutput<Answer>,
    'GET'
  >
}

/** Describes a POST that takes and answers JSON. */
/* @__NO_SIDE_EFFECTS__ */
export function definePost<
  const Input extends v.GenericSchema,
  const Body extends v.GenericSchema,
  const Answer extends v.GenericSchema,
>(parts: {
  name: string
  path: string
  aliases?: readonly string[] | undefined
  input: Input
  body: Body
  answer: Answer
}): JsonEndpoint<v.InferOutput<Input>, v.InferOutput<Body>, v.InferOutput<Answer>, 'POST'> {
  return { ...parts, aliases: parts.aliases ?? [], method: 'POST' } as JsonEndpoint<
    v.InferOutput<Input>,
    v.InferOutput<Body>,
    v.InferOutput<Answer>,
    'POST'
  >
}

/** Describes a GET that answers a picture. */
/* @__NO_SIDE_EFFECTS__ */
export function definePicture<const Input extends v.GenericSchema>(parts: {
  name: string
  path: string
  input: Input
}): Endpoint<v.InferOutput<Input>, undefined, Blob, 'GET'> {
  return { ...parts, aliases: [], method: 'GET', body: undefined, answer: 'bytes' } as Endpoint<
    v.InferOutput<Input>,
    undefined,
    Blob,
    'GET'
  >
}

/** How an endpoint is served and documented: all that its callers need not know, so that a page does not load it. */
export type Operation<E extends Endpoint = Endpoint> = {
  readonly endpoint: E
  /** The group of the documentation that it stands in. */
  readonly tag: 'network' | 'account' | 'names' | 'swap' | 'onramp' | 'directory' | 'analytics' | 'sign-in'
  readonly summary: string
  /** What a 200 holds. */
  readonly holds: string
  /** `open`: callers without a project may come too. `anyone`: pages of every origin may read it too. Default `project`. */
  readonly access?: 'project' | 'open' | 'anyone' | undefined
  /** Codes beside those that every call may answer. */
  readonly codes?: readonly WireCode[] | undefined
  /** `Cache-Control` of a 200. `private`: the handler says for how long the asker alone may keep it. Default `no-store`. */
  readonly cache?: `public, ${string}` | 'private' | undefined
  /** Whether the 200 has an `ETag`, and `If-None-Match` is heeded (RFC 9110, section 13). */
  readonly isTagged?: boolean | undefined
  /** Whether a listed page may send its cookies and tokens along. */
  readonly credentials?: boolean | undefined
  /** Whether the call carries a session. Absent: it has nothing to do with one. */
  readonly session?: 'needed' | 'optional' | undefined
  /** Headers that the call needs. `pattern` as in a schema. */
  readonly requestHeaders?: readonly {
    readonly name: string
    readonly description: string
    readonly pattern?: string
  }[]
  /** Headers of a 200 beside the usual ones, each with its description. */
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined
  /** Failures are JSON-RPC errors. */
  readonly isJsonRpc?: boolean | undefined
  /** The frame of the embedded wallet asks it as well, whose origin is on no project's list. Default: what is JSON-RPC alone. */
  readonly admitsFrame?: boolean | undefined
}

/** Describes how an endpoint is served. Marked pure where it is called, so that every bundler leaves it out of a page. */
export function defineOperation<E extends Endpoint>(endpoint: E, parts: Omit<Operation, 'endpoint'>): Operation<E> {
  return { ...parts, endpoint }
}

/** The outcome of reading something from the other side. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reasons: readonly WireReason[] }

/** Reads a value by a schema; on failure every refused field with its reason. */
export function parseWith<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Parsed<Output> {
  const result = v.safeParse(schema, value)
  if (result.success) return { ok: true, value: result.output }
  return {
    ok: false,
    reasons: result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', description: issue.message })),
  }
}
