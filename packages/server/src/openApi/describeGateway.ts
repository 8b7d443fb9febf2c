import { commonQuery, type Operation, relayPublicKey, WIRE_CODES, type WireCode } from '@latchkey/wire'
import type * as v from 'valibot'
import { ROUTES } from '../gateway/routes.ts'
import { describeAnswer, describeBody, describeField, type JsonSchema } from './describeSchema.ts'

/** An OpenAPI document as plain values. */
export type OpenApi = JsonSchema & {
  readonly paths: Readonly<Record<string, JsonSchema>>
  readonly components: JsonSchema
}

const EVERY_CALL: readonly WireCode[] = ['URL_TOO_LONG', 'INTERNAL', 'TIMED_OUT']
const EVERY_ENDPOINT: readonly WireCode[] = [
  'INPUT_INVALID',
  'PROJECT_UNKNOWN',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'NOT_READY',
]
const ACCESS: readonly WireCode[] = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED']
const EVERY_BODY: readonly WireCode[] = ['BODY_INVALID', 'BODY_TOO_LARGE', 'BODY_ENCODING_UNSUPPORTED']

const PRIVATE_CACHE = { type: 'string', pattern: '^private, max-age=\\d+$' }

/** How a session travels, by whether the call needs one. */
const SESSION = {
  needed: [{ sessionToken: [] }, { sessionCookie: [] }],
  optional: [{ sessionToken: [] }, { sessionCookie: [] }, {}],
}

/** Everything that a gateway serves, in OpenAPI 3.1: calls from their wire values, the rest by hand. */
export function describeGateway(parameters: { version: string }): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey gateway',
      version: parameters.version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: [
        'What a Latchkey gateway answers. A failure carries a code of a closed list, which never changes meaning; on',
        '`/v1` it is a JSON-RPC error with the same code in `error.data.code`.',
        '',
        'Every answer has `x-request-id` and `Vary: Origin`, and is kept by nobody unless its `Cache-Control` says so. A',
        "page may read an answer if its exact origin stands on its project's list; paths answer preflights for such pages.",
        'HEAD is answered where GET is. Another method is METHOD_NOT_ALLOWED (405), and a GET where POST is taken',
        'UPGRADE_REQUIRED (426). While the gateway starts, or its database is away or full, the answer is NOT_READY (503).',
        '',
        'The relay speaks WebSocket at `/relay`, which is not described here.',
      ].join('\n'),
    },
    servers: [
      {
        url: '{gateway}',
        description: "The operator's gateway",
        variables: { gateway: { default: 'https://gateway.example' } },
      },
    ],
    tags: [
      'network',
      'account',
      'names',
      'swap',
      'onramp',
      'directory',
      'analytics',
      'sign-in',
      'relay',
      'operation',
    ].map((name) => ({
      name,
    })),
    paths: {
      ...Object.fromEntries(ROUTES.flatMap(({ operation }) => describePaths(operation))),
      ...describeOperatorPaths(),
    },
    components: {
      parameters: {
        ...Object.fromEntries(
          Object.entries(commonQuery.entries).map(([name, schema]) => [
            name,
            { name, in: 'query', description: COMMON_WORDS[name as CommonName], schema: describeField(schema) },
          ]),
        ),
        neededProjectId: {
          name: 'projectId',
          in: 'query',
          required: true,
          description: 'Public id of the project. May be left out where the gateway has a `defaultProject`',
          schema: describeField(commonQuery.entries.projectId),
        },
      },
      responses: {
        Failed: {
          description: 'The call failed',
          headers: { 'Retry-After': { description: 'Seconds, where waiting helps', schema: { type: 'string' } } },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
        RpcFailed: {
          description: 'The whole request failed',
          headers: { 'Retry-After': { description: 'Seconds, where waiting helps', schema: { type: 'string' } } },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/RpcFailure' } } },
        },
        NotModified: {
          description: 'The asker has it already',
          headers: { ETag: { schema: { type: 'string' } } },
        },
      },
      schemas: {
        Code: { type: 'string', enum: Object.keys(WIRE_CODES) },
        Failure: {
          type: 'object',
          properties: {
            status: { const: 'FAILED' },
            code: { $ref: '#/components/schemas/Code' },
            message: { type: 'string', description: 'For a developer' },
            requestId: { type: 'string' },
            reasons: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                properties: { field: { type: 'string' }, description: { type: 'string' } },
                required: ['field', 'description'],
              },
            },
          },
          required: ['status', 'code', 'message', 'requestId', 'reasons'],
        },
        RpcFailure: {
          type: 'object',
          properties: {
            jsonrpc: { const: '2.0' },
            id: { type: 'null' },
            error: {
              type: 'object',
              properties: {
                code: { type: 'integer' },
                message: { type: 'string' },
                data: {
                  type: 'object',
                  properties: { code: { $ref: '#/components/schemas/Code' }, requestId: { type: 'string' } },
                  required: ['code', 'requestId'],
                },
              },
              required: ['code', 'message', 'data'],
            },
          },
          required: ['jsonrpc', 'id', 'error'],
        },
      },
      securitySchemes: {
        sessionToken: { type: 'http', scheme: 'bearer', description: 'The token that `authenticate` answered' },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-latchkey-*',
          description: 'Counts only for a request that says which page it comes from, by `Origin` or `Sec-Fetch-Site`',
        },
        metricsToken: { type: 'http', scheme: 'bearer', description: '`metrics.token` of the configuration' },
      },
    },
  }
}

type CommonName = keyof typeof commonQuery.entries

const COMMON_WORDS: Readonly<Record<CommonName, string>> = {
  projectId: 'Public id of the project; checked where it is sent',
  st: 'Kind of SDK',
  sv: 'Version of the SDK',
}

/** The path of a call, and its other paths, which say the same. */
function describePaths(operation: Operation): readonly (readonly [string, JsonSchema])[] {
  const { path, aliases, method } = operation.endpoint
  const alias = {
    $ref: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
  }
  return [
    [path, { [method.toLowerCase()]: describeOperation(operation) }],
    ...aliases.map((each) => [each, alias] as const),
  ]
}

function describeOperation(operation: Operation): JsonSchema {
  const { endpoint, session, cache } = operation
  const fields = (endpoint.input as v.GenericSchema & { entries: Readonly<Record<string, v.GenericSchema>> }).entries
  const codes = [
    ...EVERY_CALL,
    ...EVERY_ENDPOINT.filter((code) => operation.access !== 'anyone' || !ACCESS.includes(code)),
    ...(endpoint.body === undefined ? [] : EVERY_BODY),
    ...(endpoint.answer === 'bytes' ? (['NOT_FOUND'] as const) : []),
    ...(operation.codes ?? []),
  ]
  const tag = operation.isTagged ? { ETag: { schema: { type: 'string' } } } : {}
  const kept = cache === 'private' ? PRIVATE_CACHE : { const: cache ?? 'no-store' }
  const answerHeaders = Object.entries(operation.answerHeaders ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return {
    operationId: endpoint.name,
    tags: [operation.tag],
    summary: operation.summary,
    parameters: [
      ...Object.entries(fields).map(([name, schema]) => describeParameter(endpoint.path, name, schema)),
      ...Object.keys(commonQuery.entries).map((name) => ({
        $ref: `#/components/parameters/${name === 'projectId' && (operation.access ?? 'project') === 'project' ? 'neededProjectId' : name}`,
      })),
      ...(operation.isTagged ? [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }] : []),
      ...(operation.requestHeaders ?? []).map(({ name, description, pattern }) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
      })),
    ],
    ...(endpoint.body === undefined ? {} : { requestBody: describeRequestBody(endpoint.body) }),
    ...(session === undefined ? {} : { security: SESSION[session] }),
    responses: {
      200: {
        description: operation.holds,
        headers: { 'Cache-Control': { schema: kept }, ...tag, ...Object.fromEntries(answerHeaders) },
        content:
          endpoint.answer === 'bytes'
            ? { 'image/*': {} }
            : { 'application/json': { schema: describeAnswer(endpoint.answer) } },
      },
      ...(operation.isTagged ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
      ...describeFailures(codes, operation.isJsonRpc ? 'RpcFailed' : 'Failed'),
    },
  }
}

function describeParameter(path: string, name: string, schema: v.GenericSchema): JsonSchema {
  const field = describeField(schema)
  const isPath = path.includes(`{${name}}`)
  return {
    name,
    in: isPath ? 'path' : 'query',
    ...(isPath || schema.type !== 'optional' ? { required: true } : {}),
    ...(field.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: field,
  }
}

/** The body is read as JSON whatever its content type says, so that a page may send `text/plain` and skip the preflight. */
function describeRequestBody(body: v.GenericSchema): JsonSchema {
  return {
    required: true,
    content: {
      'application/json': { schema: describeBody(body) },
      'text/plain': { schema: { type: 'string', description: 'The same JSON text, which needs no preflight' } },
    },
  }
}

/** One answer for each status, its codes in the description. */
function describeFailures(codes: readonly WireCode[], response: 'Failed' | 'RpcFailed'): JsonSchema {
  const byStatus: Record<string, JsonSchema> = {}
  for (const status of [...new Set(codes.map((code) => WIRE_CODES[code]))].sort()) {
    byStatus[status] = {
      $ref: `#/components/responses/${response}`,
      description: codes.filter((code) => WIRE_CODES[code] === status).join(', '),
    }
  }
  return byStatus
}

/** Paths that the SDK does not call: no wire values stand behind them. */
function describeOperatorPaths(): Readonly<Record<string, JsonSchema>> {
  const isWell = {
    type: 'object',
    properties: { status: { const: 'OK' } },
    required: ['status'],
  }
  const get = (
    operationId: string,
    summary: string,
    holds: JsonSchema,
    more: { tag?: string; codes?: readonly WireCode[]; security?: readonly JsonSchema[] } = {},
  ) => ({
    get: {
      operationId,
      tags: [more.tag ?? 'operation'],
      summary,
      ...(more.security === undefined ? {} : { security: more.security }),
      responses: { 200: holds, ...describeFailures([...EVERY_CALL, ...(more.codes ?? [])], 'Failed') },
    },
  })
  const json = (description: string, schema: JsonSchema, cacheControl = 'no-store') => ({
    description,
    headers: { 'Cache-Control': { schema: { const: cacheControl } } },
    content: { 'application/json': { schema } },
  })
  return {
    '/health': get('health', 'Whether the process is alive', json('It is', isWell)),
    '/ready': get('ready', 'Whether it can serve', json('It can', isWell), { codes: ['NOT_READY'] }),
    '/metrics': get(
      'metrics',
      'Numbers for Prometheus; without a token in the configuration only for callers on the same machine',
      { description: 'The numbers', content: { 'text/plain': { schema: { type: 'string' } } } },
      { codes: ['NOT_FOUND'], security: [{ metricsToken: [] }, {}] },
    ),
    '/relay/public-key': get(
      'relayPublicKey',
      'The key that the relay attests origins with; absent where this process has no relay',
      json('The key, for any page', describeAnswer(relayPublicKey), 'public, max-age=3600'),
      { tag: 'relay', codes: ['NOT_FOUND'] },
    ),
  }
}
