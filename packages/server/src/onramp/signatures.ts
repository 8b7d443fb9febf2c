import { createHmac, timingSafeEqual } from 'node:crypto'
import { RequestError } from '../RequestError.ts'

/** How old or how far ahead a signed message may be, in seconds. */
const MESSAGE_AGE_S = 300

/** HMAC-SHA256 of a text. Source: RFC 2104, FIPS 180-4. */
export function sign(secret: string, text: string, form: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', secret).update(text).digest(form)
}

/**
 * Throws `RequestError` SIGNATURE_REFUSED unless `signature` is the hex HMAC-SHA256 of `<seconds>.<text>` and its time is of now, so
 * that nothing old is played again.
 */
export function checkSigned(parameters: {
  secret: string
  text: string
  seconds: string | undefined
  signature: string | undefined
  now: number
}): void {
  const { secret, text, seconds = '', signature = '', now } = parameters
  const age = now / 1000 - Number(seconds)
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(age) > MESSAGE_AGE_S) {
    throw new RequestError('SIGNATURE_REFUSED', 'The message has no time, or is not of now.')
  }
  const [given, expected] = [Buffer.from(signature, 'hex'), Buffer.from(sign(secret, `${seconds}.${text}`), 'hex')]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new RequestError('SIGNATURE_REFUSED', 'The signature is not one of this provider.')
  }
}

/** The parts of a header such as `t=1,s=2`, by their names. */
export function readParts(header: string | undefined): Readonly<Record<string, string | undefined>> {
  const parts = (header ?? '').split(',').map((part) => {
    const cut = part.indexOf('=')
    return [part.slice(0, Math.max(cut, 0)).trim(), part.slice(cut + 1).trim()] as const
  })
  return Object.fromEntries(parts)
}
