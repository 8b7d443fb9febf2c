import { parseUrl } from '@latchkey/wire/parseUrl'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { SignInFields } from '../core/types/adapter.ts'
import { getNamespace } from '../core/types/network.ts'
import type { SiwxRequest, SiwxSurroundings } from '../core/types/siwx.ts'
import { isSameAddress } from '../core/values/namespaces.ts'
import { isAddress } from '../evm/isAddress.ts'
import { toChecksumAddress } from '../evm/toChecksumAddress.ts'
import type { SiwxSettings } from './deferSiwx.ts'

/** How long a message holds unless the site says otherwise, in ms; a server takes no longer one. Source: SEC-114. */
export const MESSAGE_LIFE_MS = 24 * 60 * 60_000

/** Shortest nonce. Source: EIP-4361; F-36. */
export const NONCE_LENGTH = 8

/**
 * Fields of a message for this page, with a nonce. The uri is the page's address without query and fragment, which may hold what
 * is nobody's business. Throws `SIGN_IN_SERVICE_DOWN` for a nonce that is none (F-36).
 */
export function writeFields(
  { clock, location }: SiwxSurroundings,
  settings: SiwxSettings,
  request: SiwxRequest,
  nonce: unknown,
): SignInFields {
  if (typeof nonce !== 'string' || !/^[a-zA-Z0-9]+$/.test(nonce) || nonce.length < NONCE_LENGTH) {
    throw new LatchkeyError('SIGN_IN_SERVICE_DOWN', `A nonce is at least ${NONCE_LENGTH} letters and digits.`)
  }
  const now = clock.now()
  const life = Math.min(settings.messageLifeMs ?? MESSAGE_LIFE_MS, MESSAGE_LIFE_MS)
  const { statement, resources } = settings
  return {
    domain: location.host,
    address: isAddress(request.address) ? toChecksumAddress(request.address) : request.address,
    ...(statement ? { statement } : {}),
    uri: toUri(location),
    version: '1',
    networkId: request.networkId,
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + life).toISOString(),
    ...(resources === undefined ? {} : { resources }),
  }
}

/** Whether two addresses name one account (F-35). */
export function isSameAccount(
  one: Pick<SiwxRequest, 'networkId' | 'address'>,
  other: Pick<SiwxRequest, 'networkId' | 'address'>,
): boolean {
  const namespace = getNamespace(one.networkId)
  if (namespace === undefined || namespace !== getNamespace(other.networkId)) return false
  return isSameAddress(namespace, one.address, other.address)
}

/** A path may hold a few letters that a URI may not. Source: RFC 3986; the URL standard leaves them as they are. */
function toUri({ origin, href }: SiwxSurroundings['location']): string {
  const url = parseUrl(href)
  const path = url?.origin === origin ? url.pathname : '/'
  return origin + path.replace(/[^\w.~:/@!$&'()*+,;=%-]/g, (letter) => encodeURIComponent(letter))
}
