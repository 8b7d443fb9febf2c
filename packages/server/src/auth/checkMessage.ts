import { isSignInUri, parseSignInMessage } from '@latchkey/wire'
import { findRecord } from './namespaces.ts'
import { refuseSignIn, type SignInVerdict } from './signInRefusal.ts'

/** Oldest that a message may be, in ms. Source: SEC-114. */
export const ISSUED_LIMIT_MS = 10 * 60_000

/** Longest that a message may hold, in ms. Source: SEC-114. */
export const VALIDITY_LIMIT_MS = 24 * 60 * 60_000

/** How far a visitor's clock may be ahead of ours, in ms. Source: SEC-113. */
export const CLOCK_SKEW_MS = 60_000

/** What a message must say besides being one. */
export type ExpectedMessage = {
  /** Exact origin of the page: its host and port are the domain, and the URI lies in it. */
  readonly origin: string
  readonly nonce: string
  /** CAIP-2 ids that accounts may sign in on. Default: every network. */
  readonly networkIds?: readonly string[] | undefined
  /** The account, where it is known from elsewhere. */
  readonly address?: string | undefined
  /** ms since 1970. */
  readonly now: number
}

/**
 * Reads a signed text and checks everything that needs no signature: the form, the site, the nonce, the network, the times.
 * Source: SEC-114.
 */
export function checkMessage(text: string, expected: ExpectedMessage): SignInVerdict {
  // It may come straight from a body of JSON, whatever its type says.
  const parsed = parseSignInMessage(typeof text === 'string' ? text : '')
  if (!parsed.ok) return refuseSignIn('SIGN_IN_MESSAGE_INVALID', parsed.field, `The sign-in text: ${parsed.problem}.`)
  const fields = parsed.message
  const fault = findRecord(fields.networkId)?.findFault?.(fields.address)
  if (fault !== undefined) return refuseSignIn('SIGN_IN_MESSAGE_INVALID', 'address', fault)
  if (expected.address !== undefined && !isSameAddress(fields.networkId, fields.address, expected.address)) {
    return refuseSignIn('SIGN_IN_MESSAGE_INVALID', 'address', 'The message names another account.')
  }

  if (!URL.canParse(expected.origin)) {
    return refuseSignIn('SIGN_IN_SITE_WRONG', 'origin', 'The page has no origin that a message could name.')
  }
  const site = new URL(expected.origin)
  if (fields.domain.toLowerCase() !== site.host) {
    return refuseSignIn(
      'SIGN_IN_SITE_WRONG',
      'domain',
      `The message is for ${fields.domain}, the page is ${site.host}.`,
    )
  }
  if (!isSignInUri(fields.uri, site.origin)) {
    return refuseSignIn('SIGN_IN_SITE_WRONG', 'uri', `The message's URI is not on ${site.origin}.`)
  }
  if (fields.nonce !== expected.nonce) {
    return refuseSignIn('SIGN_IN_NONCE_REFUSED', 'nonce', 'The message carries another nonce.')
  }
  if (expected.networkIds !== undefined && !expected.networkIds.includes(fields.networkId)) {
    return refuseSignIn('CHAIN_UNSUPPORTED', 'networkId', `Nobody can sign in here on ${fields.networkId}.`)
  }

  const { now } = expected
  const late = (field: string, message: string) => refuseSignIn('SIGN_IN_TIME_WRONG', field, message)
  const issuedAt = Date.parse(fields.issuedAt)
  if (issuedAt > now + CLOCK_SKEW_MS) return late('issuedAt', 'The message was issued in the future.')
  if (issuedAt <= now - ISSUED_LIMIT_MS) return late('issuedAt', 'The message was issued 10 minutes ago or more.')
  if (fields.expirationTime === undefined) {
    return refuseSignIn('SIGN_IN_MESSAGE_INVALID', 'expirationTime', 'The message must say until when it holds.')
  }
  const expiresAt = Date.parse(fields.expirationTime)
  if (expiresAt <= now) return late('expirationTime', 'The message no longer holds.')
  if (expiresAt > now + VALIDITY_LIMIT_MS + CLOCK_SKEW_MS) {
    return late('expirationTime', 'The message would hold for more than 24 hours.')
  }
  if (fields.notBefore !== undefined && Date.parse(fields.notBefore) > now + CLOCK_SKEW_MS) {
    return late('notBefore', 'The message does not hold yet.')
  }
  return { ok: true, fields }
}

/** Whether two texts name one account: on eip155 and for addresses of segregated witness the case of letters says nothing. */
export function isSameAddress(networkId: string, one: string, other: string): boolean {
  return accountKey(networkId, one) === accountKey(networkId, other)
}

/** An address in the one form that is compared and kept. */
export function accountKey(networkId: string, address: string): string {
  return findRecord(networkId)?.isCaseless(address) ? address.toLowerCase() : address
}

/** An eip155 address with its checksum; others as they are. */
export function showAddress(networkId: string, address: string): string {
  return findRecord(networkId)?.show?.(address) ?? address
}
