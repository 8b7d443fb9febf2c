/** The text that an account signs to sign in: CAIP-122, for eip155 EIP-4361. */
import { EngineError } from '../errors.ts'
import { isObject } from '../rules/values.ts'
import { decodeRecap, formatRecapStatement, isRecap, RECAP_SENTENCE } from './recap.ts'

/** What the text says. `aud` and `uri` mean the same. */
export type AuthMessage = {
  readonly domain: string
  readonly aud?: string | undefined
  readonly uri?: string | undefined
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly statement?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** An issuer taken apart: `did:pkh:<namespace>:<reference>:<address>`, or the account alone. */
export type Issuer = { readonly namespace: string; readonly reference: string; readonly address: string }

/** Takes an issuer apart. Throws `MISSING_OR_INVALID`. */
export function parseIssuer(iss: string): Issuer {
  const [namespace, reference, address, ...rest] = String(iss)
    .replace(/^did:pkh:/, '')
    .split(':')
  if (!namespace || !reference || !address || rest.length > 0) throw new EngineError('MISSING_OR_INVALID', 'iss')
  return { namespace, reference, address }
}

const NAMES: Readonly<Record<string, string | undefined>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

const refuse = (message: string): EngineError => new EngineError('MISSING_OR_INVALID', '', { message })

/**
 * The text to sign for one account; its statement says what a capability among the resources allows. Throws
 * `MISSING_OR_INVALID` without `domain`, `version`, `nonce`, `iat`, and an `aud` or `uri`, and for line breaks, which would let one field pass for others.
 */
export function formatAuthMessage(request: AuthMessage, iss: string): string {
  // Callers without types: a wallet that hands on a request as it came.
  if (!isObject(request)) throw new EngineError('MISSING_OR_INVALID', 'formatAuthMessage')
  const last = request.resources?.at(-1)
  const { statement } = request
  return formatMessage(request, iss, isRecap(last) ? formatRecapStatement(statement, decodeRecap(last)) : statement)
}

/** The text that was signed. A wallet's own words about a capability are taken as they are. */
export function formatSignedMessage(signed: AuthMessage & { readonly iss: string }): string {
  return signed.statement?.includes(RECAP_SENTENCE)
    ? formatMessage(signed, signed.iss, signed.statement)
    : formatAuthMessage(signed, signed.iss)
}

function formatMessage(request: AuthMessage, iss: string, statement: string | undefined): string {
  const { namespace, reference, address } = parseIssuer(iss)
  const { domain, version, nonce, iat, exp, nbf, requestId, resources } = request
  const uri = request.aud ?? request.uri
  for (const name of ['domain', 'version', 'nonce', 'iat'] as const)
    if (!request[name]) throw refuse(`Sign-in message without ${name}`)
  if (!uri) throw refuse('Either `aud` or `uri` is required to construct the message')
  if (/[\r\n]/.test(statement ?? '')) throw refuse('Statement must not contain line breaks (`\\r` or `\\n`)')
  const lines = [
    `${domain} wants you to sign in with your ${NAMES[namespace] ?? namespace} account:`,
    address,
    '',
    ...(statement ? [statement] : []),
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${nonce}`,
    `Issued At: ${iat}`,
    ...(exp ? [`Expiration Time: ${exp}`] : []),
    ...(nbf ? [`Not Before: ${nbf}`] : []),
    ...(requestId ? [`Request ID: ${requestId}`] : []),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ]
  if (lines.some((line) => /[\r\n]/.test(line))) throw refuse('Sign-in message must not contain line breaks in a field')
  return lines.join('\n')
}
