/**
 * The text that an account signs to sign in to a site, and its strict reading. Sources: EIP-4361 for eip155; Sign-In With
 * Solana, as the wallet standard's `solana:signIn` words it; the same template with the namespace's own word and CAIP-2 id
 * for bip122 and polkadot (CAIP-122).
 */

/** What a sign-in message says. `networkId` is CAIP-2, times are RFC 3339, `domain` is host with port. Source: CAIP-122. */
export type SignInMessage = {
  readonly domain: string
  /** As its namespace writes it; on eip155 with the checksum of EIP-55, which the text takes as it is given. */
  readonly address: string
  readonly statement?: string | undefined
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

/** Namespaces whose accounts can sign in. */
export type SignInNamespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'

/** Outcome of reading a text: the message, or the first thing that is wrong with it and its field. */
export type ParsedSignIn =
  | { readonly ok: true; readonly message: SignInMessage }
  | { readonly ok: false; readonly field: string; readonly problem: string }

const WORDS: Readonly<Record<SignInNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** The names that Sign-In With Solana has for chains, by CAIP-2 reference. */
const SOLANA_NAMES: readonly (readonly [name: string, reference: string])[] = [
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['localnet', 'localnet'],
]

/** RFC 3986 authority without user: a name, an IPv4 or bracketed IPv6 address, and a port where it is not the usual one. */
const DOMAIN = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9._~-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/
/** RFC 3986: a scheme, then only what a URI may hold. */
const URI = /^[a-zA-Z][a-zA-Z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-fA-F]{2})+$/
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

const REFERENCES: Readonly<Record<SignInNamespace, RegExp>> = {
  eip155: /^(?:0|[1-9]\d{0,31})$/,
  solana: /^[-_a-zA-Z0-9]{1,32}$/,
  bip122: /^[0-9a-f]{32}$/,
  polkadot: /^[0-9a-f]{32}$/,
}

const ADDRESSES: Readonly<Record<SignInNamespace, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^[a-zA-Z0-9]{26,90}$/,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
}

/** Longest text that is read, in characters; a message with a few dozen resources is far below. */
export const SIGN_IN_TEXT_LIMIT = 16_384

/**
 * The text to sign. Reading it gives the same fields again. Throws a `TypeError` that names the field for whatever the text
 * could not hold: a line break that would let one field pass for another, a statement with letters that EIP-4361 excludes
 * (eip155 takes ASCII without `"<>\^{|}%` and backtick), a short nonce, a time that is none.
 */
export function formatSignInMessage(fields: SignInMessage): string {
  const wrong = findProblem(fields)
  if (wrong !== undefined) throw new TypeError(`${wrong.field}: ${wrong.problem}`)
  const [namespace, reference] = splitNetworkId(fields.networkId)
  const { statement, expirationTime, notBefore, requestId, resources } = fields
  const lines = [
    `${fields.domain} wants you to sign in with your ${WORDS[namespace]} account:`,
    fields.address,
    '',
    ...(statement ? [statement, ''] : namespace === 'solana' ? [] : ['']),
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
    if (namespace === 'solana') return refuse('message', 'has an empty line too many before its fields')
  } else if (namespace === 'solana' && lines[place] !== '') {
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

type Problem = { readonly field: string; readonly problem: string }

function refuse(field: string, problem: string): { ok: false } & Problem {
  return { ok: false, field, problem }
}

function findProblem(fields: SignInMessage): Problem | undefined {
  const [namespace, reference] = splitNetworkId(fields.networkId)
  if (!Object.hasOwn(WORDS, namespace)) return { field: 'networkId', problem: 'is of a namespace that cannot sign in' }
  if (!REFERENCES[namespace].test(reference)) return { field: 'networkId', problem: 'is no CAIP-2 id' }
  if (!DOMAIN.test(fields.domain)) return { field: 'domain', problem: 'is not a host with an optional port' }
  if (!ADDRESSES[namespace].test(fields.address)) return { field: 'address', problem: `is none of ${namespace}` }
  if (fields.statement) {
    const letters = namespace === 'eip155' ? ASCII_STATEMENT : STATEMENT
    if (!letters.test(fields.statement))
      return { field: 'statement', problem: 'holds letters that its standard excludes' }
  }
  if (!URI.test(fields.uri)) return { field: 'uri', problem: 'is no URI' }
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
  return (Object.keys(WORDS) as SignInNamespace[]).find((namespace) => WORDS[namespace] === word)
}

function splitNetworkId(networkId: string): readonly [SignInNamespace, string] {
  const colon = networkId.indexOf(':')
  return [networkId.slice(0, colon) as SignInNamespace, networkId.slice(colon + 1)]
}

function writeChain(namespace: SignInNamespace, reference: string): string {
  if (namespace === 'eip155') return reference
  const name = namespace === 'solana' ? SOLANA_NAMES.find((each) => each[1] === reference)?.[0] : undefined
  return name ?? `${namespace}:${reference}`
}

function readChain(namespace: SignInNamespace, chain: string): `${SignInNamespace}:${string}` | undefined {
  if (namespace === 'eip155') return `eip155:${chain}`
  const reference = chain.startsWith(`${namespace}:`) ? chain.slice(namespace.length + 1) : undefined
  if (namespace !== 'solana') return reference === undefined ? undefined : `${namespace}:${reference}`
  // Wallets write `mainnet` or `solana:mainnet`, sites CAIP-2; all mean the same chain.
  const known = SOLANA_NAMES.find(([name]) => name === (reference ?? chain))?.[1]
  const meant = known ?? reference
  return meant === undefined ? undefined : `solana:${meant}`
}
