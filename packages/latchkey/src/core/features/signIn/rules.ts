import { parseUrl } from '@latchkey/wire/parseUrl'
import { isSignInUri } from '@latchkey/wire/signInMessage'
import type { Account, SignInFields } from '../../types/adapter.ts'
import { getNamespace, type Namespace, type NetworkId } from '../../types/network.ts'
import type { HeldSession, Siwx } from '../../types/siwx.ts'
import { isSameAddress, toComparable } from '../../values/namespaces.ts'

/** Longest wait for a nonce, a verdict or the sessions, in ms. Source: docs/failures.md, rule 8. */
export const SIGN_IN_CALL_MS = 10_000
/** When a wallet that was asked to sign is pointed at, in ms: long enough to read a text and press. */
export const SLOW_WALLET_MS = 20_000
/** How long a text may wait for the visitor, in ms: a minute less than its nonce and its time hold. Source: SEC-114. */
export const TEXT_LIFE_MS = 9 * 60_000
/** Shortest nonce. Source: EIP-4361; F-36. */
export const NONCE_LENGTH = 8
/** Signatures of one address in one page load of which the site may keep no session. Source: F-35. */
export const PROMPT_LIMIT = 2

/** Who is to sign in. */
export type Subject = {
  readonly namespace: Namespace
  readonly networkId: NetworkId
  readonly address: string
  readonly accountType: Account['type']
}

/** What makes two sign-ins the same one: the address, or the address on one network. */
export function toKey({ namespace, networkId, address }: Omit<Subject, 'accountType'>, scope: Siwx['scope']): string {
  return `${scope === 'chain' ? networkId : namespace}/${toComparable(namespace, address)}`
}

/** Whether a session counts for somebody: same address, and the same network where the site wants that. */
export function countsFor(
  { address, fields }: HeldSession,
  subject: Omit<Subject, 'accountType'>,
  { scope, now }: { scope: Siwx['scope']; now: number },
): boolean {
  return (
    isSameAddress(subject.namespace, address, subject.address) &&
    getNamespace(fields.networkId) === subject.namespace &&
    (scope !== 'chain' || fields.networkId === subject.networkId) &&
    (fields.expirationTime === undefined || Date.parse(fields.expirationTime) > now)
  )
}

/** Why a text must not be put before a visitor; undefined when it may. Sources: F-34, F-36. */
export function findFault(
  fields: SignInFields,
  { origin, subject }: { origin: string; subject: Omit<Subject, 'accountType'> },
): { readonly code: 'SIGN_IN_DOMAIN' | 'SIGN_IN_SERVICE_DOWN'; readonly text: string } | undefined {
  if (typeof fields.nonce !== 'string' || fields.nonce.length < NONCE_LENGTH)
    return { code: 'SIGN_IN_SERVICE_DOWN', text: `There is no nonce of at least ${NONCE_LENGTH} signs.` }
  const host = parseUrl(origin)?.host ?? ''
  if (fields.domain !== host) {
    return { code: 'SIGN_IN_DOMAIN', text: `The domain is "${fields.domain}", but this page is at "${host}".` }
  }
  if (!isSignInUri(fields.uri, origin)) {
    return { code: 'SIGN_IN_DOMAIN', text: `The uri is "${fields.uri}", but this page is at "${origin}".` }
  }
  const isOther =
    !isSameAddress(subject.namespace, fields.address, subject.address) || fields.networkId !== subject.networkId
  return isOther
    ? { code: 'SIGN_IN_SERVICE_DOWN', text: 'The text names another account or network than the one in use.' }
    : undefined
}

/**
 * Whether a signature is one that only a contract can check: not 65 bytes, empty, or marked for a contract that is not there yet.
 * Source: F-33.
 */
export function isContractSignature(namespace: Namespace, signature: string): boolean {
  if (namespace !== 'eip155') return false
  return signature.length !== 2 + 65 * 2 || signature.endsWith('6492'.repeat(16))
}

/** Names an account whatever network it is on. */
export function toPerson({ namespace, address }: Pick<Subject, 'namespace' | 'address'>): string {
  return `${namespace}/${address}`
}

/** Name under which tabs tell each other that somebody signed in or out. */
export const SIGN_IN_RECORD = 'signIn'
