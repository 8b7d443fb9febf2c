import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
