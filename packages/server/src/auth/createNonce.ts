import { randomBytes } from 'node:crypto'

/** A nonce for a sign-in message: 96 random bits as 24 hex digits. Source: SEC-114. */
export function createNonce(): string {
  return randomBytes(12).toString('hex')
}
