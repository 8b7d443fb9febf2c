import { commonQuery, type Operation, parseWith } from '@latchkey/wire'
import type { MiddlewareHandler } from 'hono'
import { RequestError } from '../../RequestError.ts'
import { type ReadClient, toClientKey } from '../clientKey.ts'
import type { GatewayContext, GatewayEnvironment, GatewayParts, RateClass } from '../environment.ts'

/** Seconds that a browser may remember a preflight. */
const PREFLIGHT_SECONDS = 7200

const ALLOWED_HEADERS = 'content-type, authorization, x-nonce-jwt, x-sdk-type, x-sdk-version, solana-client'

/**
 * Finds out who asks: the query fields, the project, the client's key for rate limits. A page whose origin stands on
 * its project's list may read the answer; the comparison is exact, so a suffix, another port or scheme, or `null` does
 * not pass (SEC-106). Refuses nobody yet, so that refusals are limited and readable too.
 */
export function identify(parts: GatewayParts, readClientAddress: ReadClient): MiddlewareHandler<GatewayEnvironment> {
  return async (context, next) => {
    const query = context.req.query()
    const common = parseWith(commonQuery, query)
    context.set('query', query)
    const address = readClientAddress(context.env?.remoteAddress, context.req.header('x-forwarded-for'))
    context.set('clientAddress', address)
    context.set('clientKey', toClientKey(address))
    if (!common.ok) throw new RequestError('INPUT_INVALID', 'The query does not fit.', { reasons: common.reasons })
    context.set('common', common.value)
    const id = common.value.projectId ?? parts.config.defaultProject
    const project = id === undefined ? undefined : await parts.services.findProject(id, context.get('clientKey'))
    context.set('project', project)
    const origin = context.req.header('origin')
    const isFrame = origin !== undefined && origin === parts.config.login?.frameOrigin
    context.set('isFrame', isFrame)
    if (origin !== undefined && (isFrame || project?.origins.includes(origin))) {
      context.header('access-control-allow-origin', origin)
      context.header('access-control-expose-headers', 'x-request-id, retry-after')
    }
    await next()
  }
}

/** Takes a request's tokens from the bucket of its project, client and class. Throws `RequestError` RATE_LIMITED. */
export function spend(context: GatewayContext, parts: GatewayParts, rateClass: RateClass, cost: number): void {
  const key = `${context.get('project')?.id ?? '-'}|${context.get('clientKey')}`
  const waitSeconds = parts.limiters[rateClass].take(key, cost)
  if (waitSeconds === undefined) return
  throw new RequestError('RATE_LIMITED', `Too many requests. Try again in ${waitSeconds} s.`, {
    field: 'rate_limited',
    retryAfterSeconds: waitSeconds,
  })
}

/**
 * Refuses unknown projects and pages that are not on their project's list. A caller without an Origin is no page. `admitsFrame`: the
 * frame of the embedded wallet may ask too, which reads and sends by the gateway's nodes and bundlers alone (SEC-37).
 */
export function checkAccess(
  context: GatewayContext,
  access: NonNullable<Operation['access']>,
  admitsFrame: boolean = false,
): void {
  if (access === 'anyone') {
    // A reader of names in a page knows nothing of projects.
    context.header('access-control-allow-origin', '*')
    return
  }
  const project = context.get('project')
  const named = context.get('common').projectId
  if (project === undefined && (access === 'project' || named !== undefined)) {
    const text = named === undefined ? 'Name a project in the query field projectId.' : 'No project has this id.'
    throw new RequestError('PROJECT_UNKNOWN', text, { field: 'authentication' })
  }
  const origin = context.req.header('origin')
  if (admitsFrame && context.get('isFrame')) return
  if (origin !== undefined && project !== undefined && !project.origins.includes(origin)) {
    throw new RequestError('ORIGIN_NOT_ALLOWED', 'This origin is not on the list of the project.', { field: 'origin' })
  }
}

/** Lets a page of the project send its cookies and tokens along, and read the answer all the same. */
export function allowCredentials(context: GatewayContext): void {
  const origin = context.req.header('origin')
  if (origin === undefined || !context.get('project')?.origins.includes(origin)) return
  context.header('access-control-allow-credentials', 'true')
}

/** Answers a browser's preflight for a path that takes these methods. */
export function answerPreflight(
  context: GatewayContext,
  methods: readonly string[],
  admitsFrame: boolean = false,
): Response {
  checkAccess(context, 'project', admitsFrame)
  context.header('access-control-allow-methods', methods.join(', '))
  context.header('access-control-allow-headers', ALLOWED_HEADERS)
  context.header('access-control-max-age', String(PREFLIGHT_SECONDS))
  context.header('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
  return context.body(null, 204)
}
