import { createHash } from 'node:crypto'
import { type CommonQuery, type Endpoint, type EndpointAnswer, type Operation, parseWith } from '@latchkey/wire'
import type { Picture } from '../directory/record.ts'
import { RequestError } from '../RequestError.ts'
import type {
  GatewayApp,
  GatewayContext,
  GatewayParts,
  GatewayProject,
  GatewayServices,
  RateClass,
} from './environment.ts'
import { allowCredentials, answerPreflight, checkAccess, spend } from './middleware/access.ts'
import { BODY_LIMIT, holdsZero, readJsonBody } from './middleware/limits.ts'

/** What a handler is given: the request as its endpoint describes it, parsed. */
export type RouteRequest<Input, Body> = {
  readonly input: Input
  readonly body: Body
  readonly common: CommonQuery
  readonly project: GatewayProject | undefined
  /** For headers and further cost. */
  readonly context: GatewayContext
}

/** What a route costs whoever runs the gateway: the rest is said by its operation. */
export type RouteOptions = {
  readonly rateClass: RateClass
  /** Tokens of the rate limit that one request costs; 1 where absent. */
  readonly cost?: number | undefined
  /** Largest body in bytes; 64 KiB where absent. */
  readonly bodyLimit?: number | undefined
  /** Whether a gateway with these services has the route. Default: every one. */
  readonly isServed?: ((services: GatewayServices) => boolean) | undefined
}

/** A wire endpoint with its handler. */
export type Route = {
  readonly operation: Operation
  /** Puts it on the application of a gateway that serves it. */
  mount(app: GatewayApp, parts: GatewayParts): void
}

type Handler<E extends Endpoint, Input, Body> = (
  request: RouteRequest<Input, Body>,
  parts: GatewayParts,
) => Promise<EndpointAnswer<E> extends Blob ? Picture | null : Frozen<EndpointAnswer<E>>>

/** A value that a handler hands over and nobody changes any more. */
type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value

/**
 * Serves a wire endpoint: path, query and body are parsed by it, and so is the answer before it leaves, so that both
 * sides mean the same. Who may call and how long the answer is kept are read from its operation, as the documentation does.
 * Preflights, wrong methods and rate limits are the same for all.
 */
export function serve<Input, Body, Answer>(
  operation: Operation<Endpoint<Input, Body, Answer>>,
  options: RouteOptions,
  handler: Handler<Endpoint<Input, Body, Answer>, Input, Body>,
): Route {
  return {
    operation: operation as Operation,
    mount(app, parts) {
      if (options.isServed?.(parts.services) ?? true) mount(app, parts, operation, options, handler)
    },
  }
}

function mount<Input, Body, Answer>(
  app: GatewayApp,
  parts: GatewayParts,
  operation: Operation<Endpoint<Input, Body, Answer>>,
  options: RouteOptions,
  handler: Handler<Endpoint<Input, Body, Answer>, Input, Body>,
): void {
  const { endpoint, cache, admitsFrame = operation.isJsonRpc } = operation
  for (const template of [endpoint.path, ...endpoint.aliases]) {
    const path = template.replace(/\{(\w+)\}/g, ':$1')
    const methods = endpoint.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [endpoint.method, 'OPTIONS']

    app.on(endpoint.method, path, async (context) => {
      context.set('routeName', endpoint.name)
      if (operation.credentials) allowCredentials(context)
      spend(context, parts, options.rateClass, options.cost ?? 1)
      checkAccess(context, operation.access ?? 'project', admitsFrame)
      const input = read(endpoint.input, { ...context.get('query'), ...context.req.param() })
      const body =
        endpoint.body === undefined
          ? undefined
          : read(endpoint.body, await readJsonBody(context, options.bodyLimit ?? BODY_LIMIT), 'BODY_INVALID')
      if (cache?.startsWith('public')) context.header('cache-control', cache)
      const request = {
        input,
        body: body as Body,
        common: context.get('common'),
        project: context.get('project'),
        context,
      }
      const answer = await handler(request, parts)
      if (endpoint.answer === 'bytes') return answerPicture(context, answer as Picture | null)
      const checked = parseWith(endpoint.answer, answer)
      if (!checked.ok)
        throw new Error(`${endpoint.name} made an answer that does not fit: ${JSON.stringify(checked.reasons)}`)
      if (!operation.isTagged) return context.json(checked.value as object)
      const text = JSON.stringify(checked.value)
      // Weak, because a proxy may compress the bytes on their way.
      const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      if (isKnown(context, tag)) return context.body(null, 304)
      return context.body(text, 200, { 'content-type': 'application/json' })
    })

    app.options(path, (context) => {
      context.set('routeName', endpoint.name)
      if (operation.credentials) allowCredentials(context)
      spend(context, parts, options.rateClass, 1)
      return answerPreflight(context, methods, admitsFrame)
    })

    app.all(path, (context) => {
      context.set('routeName', endpoint.name)
      context.header('allow', methods.join(', '))
      if (endpoint.method === 'POST' && context.req.method === 'GET') {
        throw new RequestError(
          'UPGRADE_REQUIRED',
          'This path takes POST; a GET would need a WebSocket, which no chain here has.',
        )
      }
      throw new RequestError('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}.`)
    })
  }
}

function read<Value>(
  schema: Parameters<typeof parseWith<Value>>[0],
  value: unknown,
  code: 'INPUT_INVALID' | 'BODY_INVALID' = 'INPUT_INVALID',
): Value {
  const parsed = parseWith(schema, value)
  if (parsed.ok && holdsZero(parsed.value)) throw new RequestError(code, 'A field holds a zero character.')
  if (parsed.ok) return parsed.value
  const [first] = parsed.reasons
  throw new RequestError(
    codeFor(first?.field, code),
    `${first?.field || 'The body'}: ${first?.description ?? 'does not fit'}.`,
    {
      reasons: parsed.reasons,
    },
  )
}

/** Fields whose refusal has a code of its own. */
function codeFor(field: string | undefined, otherwise: 'INPUT_INVALID' | 'BODY_INVALID') {
  if (field === 'address') return 'ADDRESS_INVALID'
  if (field === 'currency') return 'CURRENCY_UNSUPPORTED'
  return otherwise
}

function answerPicture(context: GatewayContext, image: Picture | null): Response {
  if (image === null) throw new RequestError('NOT_FOUND', 'There is no such picture.', { field: 'id' })
  // Pages that isolate themselves may still show it; it is public.
  context.header('cross-origin-resource-policy', 'cross-origin')
  if (isKnown(context, image.etag)) return context.body(null, 304)
  context.header('content-type', image.contentType)
  return context.body(new Uint8Array(image.bytes))
}

/** Names the answer, and says whether the asker has it. Compared weakly, as RFC 9110, section 13.1.2, has it. */
function isKnown(context: GatewayContext, tag: string): boolean {
  context.header('etag', tag)
  const strip = (one: string): string => one.trim().replace(/^W\//, '')
  const known = context.req.header('if-none-match')?.split(',').map(strip)
  return known !== undefined && (known.includes(strip(tag)) || known.includes('*'))
}
