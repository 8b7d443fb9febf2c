import type { AuthenticateParams, ConnectParams } from '../calls.ts'
import { EngineError } from '../errors.ts'
import { isRequestExpiry, REQUEST_EXPIRY_SECONDS } from './requestExpiry.ts'
import { isObject, isText, isTextList, show } from './values.ts'

const refuse = (message: string): EngineError => new EngineError('MISSING_OR_INVALID', '', { message })

function validateSignIn(params: Pick<AuthenticateParams, 'chains' | 'uri' | 'domain' | 'nonce'>): void {
  if (!isObject(params) || !isTextList(params.chains) || params.chains.length === 0) {
    throw refuse('chains is required and must be a non-empty array')
  }
  for (const name of ['uri', 'domain', 'nonce'] as const) {
    if (!isText(params[name])) throw refuse(`${name} is required parameter`)
  }
}

/** Refuses what `authenticate` cannot ask: another thing than one namespace, which is eip155. */
export function validateAuthenticate(params: AuthenticateParams): void {
  validateSignIn(params)
  if (params.methods !== undefined && !isTextList(params.methods)) throw refuse('methods must be an array of texts')
  if (params.expiry !== undefined && typeof params.expiry !== 'number')
    throw refuse('expiry must be a number of seconds')
  const names = new Set(params.chains.map((chain) => chain.split(':', 1)[0]))
  if (names.size > 1) throw refuse('Multi-namespace requests are not supported. Please request single namespace only.')
  if (!names.has('eip155')) {
    throw refuse(
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    )
  }
}

const EXPIRY_WORDS = `Expiry must be a number (in seconds) between ${REQUEST_EXPIRY_SECONDS.least} and ${REQUEST_EXPIRY_SECONDS.most}`

/** Refuses a value that may not be a request's life. */
export function validateExpiry(value: unknown, where: string): void {
  if (!isRequestExpiry(value))
    throw new EngineError('MISSING_OR_INVALID', `${where} expiry: ${show(value)}. ${EXPIRY_WORDS}`)
}

/** Refuses sign-ins that `connect` cannot ask for. */
export function validateAuthentication(asked: NonNullable<ConnectParams['authentication']>): void {
  for (const request of asked) {
    validateSignIn(request)
    if (request.ttl !== undefined) validateExpiry(request.ttl, 'connect() authentication')
  }
}
