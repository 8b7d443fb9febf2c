/**
 * The text that an account signs to sign in to a site, and its strict reading. Sources: EIP-4361 for eip155; Sign-In With
 * Solana, as the wallet standard's `solana:signIn` words it; the same template with the namespace's own word and CAIP-2 id
 * for bip122 and polkadot (CAIP-122).
 */
import { parseUrl } from '../parseUrl.ts'
import { SIGN_IN_RECORDS, type SignInNamespace, type SignInRecord } from './namespaces.ts'

export type { SignInNamespace } from './namespaces.ts'

/** What a sign-in message says. `networkId` is CAIP-2, times are RFC 3339, `domain` is host with port. Source: CAIP-122. */
export type SignInMessage = {
  readonly domain: string
  /** As its namespace writes it; on eip155 with the checksum of EIP-55, which the text takes as it is given. */
  readonly address: string
  readonly statement?: string | undefined
  /** https, or http on loopback. */
  readonly uri: string
  readonly version: '1'
  readonly networkId: `${SignInNamespace}:${string}`
  /** At least 8 letters and digits. */
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** Outcome of reading a text: the message, or the first thing that is wrong with it and its field. */
export type ParsedSignIn =
  | { readonly ok: true; readonly message: SignInMessage }
  | { readonly ok: false; readonly field: string; readonly problem: string }

const RECORDS: Readonly<Record<SignInNamespace, SignInRecord>> = SIGN_IN_RECORDS

/** RFC 3986 authority without user: a name, an IPv4 or bracketed IPv6 address, and a port where it is not the usual one. */
const DOMAIN = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9._~-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/
/** RFC 3986: a scheme, then only what a URI may hold. */
const URI = /^[a-zA-Z][a-zA-Z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-fA-F]{2})+$/
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/
const NONCE = /^[a-zA-Z0-9]{8,}$/
/** RFC 3339 `date-time`. */
const TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
/** RFC 3986 `*pchar`. */
const REQUEST_ID = /^(?:[\w.~:@!$&'()*+,;=-]|%[0-9a-fA-F]{2})*$/
/** EIP-4361's statement: what RFC 3986 calls reserved and unreserved, and spaces. A parser by the letter takes no other. */
const ASCII_STATEMENT = /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/
/** Elsewhere any text of one line. The line and paragraph separators break lines for some readers. */
const STATEMENT = /^[^\p{Cc}\u2028\u2029]+$/u

const REQUIRED = ['networkId', 'domain', 'address', 'uri', 'nonce', 'issuedAt'] as const

/** Longest text that is read, in characters; a message with a few dozen resources is far below. */
export const SIGN_IN_TEXT_LIMIT = 16_384

/**
 * The text to sign. Reading it gives the same fields again. Throws a `TypeError` with the code `REQUEST_INVALID`, and the name of
 * the field in `facts.field`, for a field that is missing and for whatever the text could not hold: a line break that would let one field pass for another, a statement with letters that EIP-4361 excludes
 * (eip155 takes ASCII without `"<>\^{|}%` and backtick), a short nonce, a time that is none.
 */
export function formatSignInMessage(fields: SignInMessage): string {
  const wrong = findProblem(fields)
  if (wrong !== undefined) {
    const { field, problem } = wrong
    const shortMessage = `${field}: ${problem}`
    throw Object.assign(new TypeError(shortMessage), { code: 'REQUEST_INVALID', shortMessage, facts: { field } })
  }
  const [namespace, reference] = splitNetworkId(fields.networkId)
  const { statement, expirationTime, notBefore, requestId, resources } = fields
  const lines = [
    `${fields.domain} wants you to sign in with your ${RECORDS[namespace].word} account:`,
    fields.address,
    '',
    ...(statement ? [statement, ''] : RECORDS[namespace].isTight ? [] : ['']),
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${writeChain(namespace, reference)}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ]
  return lines.join('\n')
}

/**
 * Reads a text by the letter of its standard: every field in its place, nothing before, between or after. Times, the site and
 * the signature are for the caller to check.
 */
export function parseSignInMessage(text: string): ParsedSignIn {
  if (text.length > SIGN_IN_TEXT_LIMIT) return refuse('message', `is longer than ${SIGN_IN_TEXT_LIMIT} characters`)
  const lines = text.split('\n')
  let place = 0
  const next = (): string | undefined => lines[place++]
  const take = (label: string): string | undefined => {
    const line = lines[place]
    if (!line?.startsWith(`${label}: `)) return undefined
    place += 1
    return line.slice(label.length + 2)
  }

  const opening = /^(\S+) wants you to sign in with your (\w+) account:$/.exec(next() ?? '')
  const namespace = readWord(opening?.[2])
  if (opening === null || namespace === undefined) return refuse('message', 'does not begin as a sign-in message does')
  const address = next() ?? ''
  if (next() !== '') return refuse('message', 'has no empty line after the address')
  const opener = next()
  let statement: string | undefined
  if (opener === undefined) return refuse('uri', 'is missing')
  if (opener === '') {
    if (RECORDS[namespace].isTight) return refuse('message', 'has an empty line too many before its fields')
  } else if (RECORDS[namespace].isTight && lines[place] !== '') {
    place -= 1
  } else {
    statement = opener
    if (next() !== '') return refuse('message', 'has no empty line after the statement')
  }

  const uri = take('URI')
  const version = take('Version')
  const chain = take('Chain ID')
  const nonce = take('Nonce')
  const issuedAt = take('Issued At')
  if (uri === undefined) return refuse('uri', 'is missing')
  if (version !== '1') return refuse('version', 'is not 1')
  if (chain === undefined) return refuse('networkId', 'is missing')
  if (nonce === undefined) return refuse('nonce', 'is missing')
  if (issuedAt === undefined) return refuse('issuedAt', 'is missing')
  const networkId = readChain(namespace, chain)
  if (networkId === undefined) return refuse('networkId', 'is not written as its standard says')
  const expirationTime = take('Expiration Time')
  const notBefore = take('Not Before')
  const requestId = take('Request ID')
  let resources: string[] | undefined
  if (lines[place] === 'Resources:') {
    resources = []
    for (place += 1; lines[place]?.startsWith('- '); place += 1) resources.push((lines[place] ?? '').slice(2))
  }
  if (place !== lines.length) return refuse('message', 'goes on after its last field, or has a field out of place')

  const message: SignInMessage = {
    domain: opening[1] ?? '',
    address,
    ...(statement === undefined ? {} : { statement }),
    uri,
    version: '1',
    networkId,
    nonce,
    issuedAt,
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(resources === undefined ? {} : { resources }),
  }
  const wrong = findProblem(message)
  return wrong === undefined ? { ok: true, message } : { ok: false, ...wrong }
}

/**
 * Whether a sign-in may name this URI: an https address, or http on loopback, without a user, and of the origin where one is given.
 * The origin of a `blob:` address is that of the page which made it, whatever it holds.
 */
export function isSignInUri(uri: unknown, origin?: string): boolean {
  const url = typeof uri === 'string' && URI.test(uri) ? parseUrl(uri) : undefined
  if (url === undefined) return false
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  return isSafe && url.username + url.password === '' && (origin === undefined || url.origin === origin)
}

type Problem = { readonly field: string; readonly problem: string }

function refuse(field: string, problem: string): { ok: false } & Problem {
  return { ok: false, field, problem }
}

function findProblem(fields: SignInMessage): Problem | undefined {
  // In a template or a pattern, what is missing would become the word "undefined".
  for (const field of REQUIRED) if (typeof fields[field] !== 'string') return { field, problem: 'is missing' }
  const [namespace, reference] = splitNetworkId(fields.networkId)
  if (!Object.hasOwn(RECORDS, namespace))
    return { field: 'networkId', problem: 'is of a namespace that cannot sign in' }
  const record = RECORDS[namespace]
  if (!record.reference.test(reference)) return { field: 'networkId', problem: 'is no CAIP-2 id' }
  if (!DOMAIN.test(fields.domain)) return { field: 'domain', problem: 'is not a host with an optional port' }
  if (!record.address.test(fields.address)) return { field: 'address', problem: `is none of ${namespace}` }
  if (fields.statement) {
    const letters = record.isAscii ? ASCII_STATEMENT : STATEMENT
    if (!letters.test(fields.statement))
      return { field: 'statement', problem: 'holds letters that its standard excludes' }
  }
  if (!isSignInUri(fields.uri)) return { field: 'uri', problem: 'is neither https nor http on loopback' }
  if (fields.version !== '1') return { field: 'version', problem: 'is not 1' }
  if (!NONCE.test(fields.nonce)) return { field: 'nonce', problem: 'is not 8 or more letters and digits' }
  for (const field of ['issuedAt', 'expirationTime', 'notBefore'] as const) {
    const time = fields[field]
    if (time !== undefined && (!TIME.test(time) || Number.isNaN(Date.parse(time)))) {
      return { field, problem: 'is no time of RFC 3339' }
    }
  }
  if (fields.requestId !== undefined && !REQUEST_ID.test(fields.requestId)) {
    return { field: 'requestId', problem: 'holds letters that its standard excludes' }
  }
  if (fields.resources?.some((resource) => !URI.test(resource)))
    return { field: 'resources', problem: 'are not all URIs' }
  return undefined
}

function readWord(word: string | undefined): SignInNamespace | undefined {
  return (Object.keys(RECORDS) as SignInNamespace[]).find((namespace) => RECORDS[namespace].word === word)
}

function splitNetworkId(networkId: string): readonly [SignInNamespace, string] {
  const colon = networkId.indexOf(':')
  return [networkId.slice(0, colon) as SignInNamespace, networkId.slice(colon + 1)]
}

function writeChain(namespace: SignInNamespace, reference: string): string {
  const { isBareReference, names } = RECORDS[namespace]
  if (isBareReference) return reference
  return names?.find((each) => each[1] === reference)?.[0] ?? `${namespace}:${reference}`
}

function readChain(namespace: SignInNamespace, chain: string): `${SignInNamespace}:${string}` | undefined {
  const { isBareReference, names } = RECORDS[namespace]
  if (isBareReference) return `${namespace}:${chain}`
  const reference = chain.startsWith(`${namespace}:`) ? chain.slice(namespace.length + 1) : undefined
  const meant = names?.find(([name]) => name === (reference ?? chain))?.[1] ?? reference
  return meant === undefined ? undefined : `${namespace}:${meant}`
}
