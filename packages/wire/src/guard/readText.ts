/** What a message says that somebody is asked to sign, and what is worth knowing of it. Sources: EIP-191, EIP-4361, EIP-712, EIP-2718, RLP. */
import { parseUrl } from '../parseUrl.ts'
import { parseSignInMessage } from '../signIn/signInMessage.ts'
import type { Hex } from './readAbi.ts'
import { showHidden } from './showHidden.ts'
import { addFinding, type SigningFinding } from './signingFindings.ts'
import { readMessage } from './solana/readMessage.ts'

/** A message as it is shown. */
export type TextReading = {
  /** With what is not seen in it written out; undefined where the bytes are no text. */
  readonly text: string | undefined
  /** Whether something in the text shows nothing: then its bytes are shown beside it. */
  readonly hides: boolean
  readonly hex: Hex
}

/** Reads bytes as UTF-8, strictly. */
export function readText(bytes: Uint8Array): TextReading {
  const hex: Hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const text = toText(bytes)
  if (text === undefined) return { text, hides: false, hex }
  const shown = showHidden(text)
  return { ...shown, hex }
}

/** Everything that is worth knowing of a message before it is signed. */
export function listTextFindings(input: {
  readonly bytes: Uint8Array
  readonly account: string
  /** Of the page that asks, as the browser names it. */
  readonly origin: string
  /** CAIP-2. */
  readonly network: string
}): readonly SigningFinding[] {
  const { bytes, network } = input
  const { text, hides } = readText(bytes)
  const findings: SigningFinding[] = []
  const isSolana = network.startsWith('solana:')
  // There nothing is put before a message: what reads as a transaction is one, and a signature of it carries it out.
  if (isSolana && isSolanaTransaction(bytes)) addFinding(findings, 'MESSAGE_IS_TRANSACTION', {})
  if (!isSolana && looksLikeTransaction(bytes)) addFinding(findings, 'MESSAGE_LIKE_TRANSACTION', {})
  if (looksLikeHash(bytes, text, hides)) addFinding(findings, 'MESSAGE_LIKE_HASH', {})
  else if (text === undefined) addFinding(findings, 'MESSAGE_IS_BYTES', {})
  if (hides) addFinding(findings, 'TEXT_HIDES', {})
  if (text !== undefined) for (const finding of judgeSignIn(toText(bytes) ?? '', input)) findings.push(finding)
  return findings
}

/** A sign-in text anywhere in a message, however it is spaced: the site that is signed in to, with a scheme where it has one. */
const SIGN_IN = /(?:^|\s)(\S+)\s+wants\s+you\s+to\s+sign\s+in\s+with\s+your\b/giu

/** Characters that no site's reader would see, and that must not keep a sign-in from being found here. */
const IGNORED = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function judgeSignIn(
  text: string,
  { account, origin, network }: { readonly account: string; readonly origin: string; readonly network: string },
): readonly SigningFinding[] {
  const findings: SigningFinding[] = []
  const sites = [...text.normalize('NFKC').replace(IGNORED, '').matchAll(SIGN_IN)].map(([, site = '']) => site)
  if (sites.length === 0) return findings
  const foreign = sites.find((site) => !isOwn(site, origin))
  if (foreign !== undefined) addFinding(findings, 'SIGN_IN_FOREIGN', { site: showHidden(foreign).text, origin })
  // EIP-4361 allows a scheme before the domain, which has been compared above.
  const parsed = parseSignInMessage(text.replace(/^https?:\/\//u, ''))
  if (!parsed.ok) {
    addFinding(findings, 'SIGN_IN_ODD', {})
    return findings
  }
  const { address, uri, networkId } = parsed.message
  if (foreign === undefined && parseUrl(uri)?.origin !== origin) {
    addFinding(findings, 'SIGN_IN_FOREIGN', { site: uri, origin })
  }
  const isOfAccount = address.startsWith('0x') ? address.toLowerCase() === account.toLowerCase() : address === account
  if (!isOfAccount) addFinding(findings, 'SIGN_IN_OTHER_ACCOUNT', { address })
  if (networkId !== network) addFinding(findings, 'SIGN_IN_OTHER_NETWORK', { network: networkId })
  return findings
}

/** Whether a sign-in names the very site that asks: host, port and, where it has one, scheme. */
function isOwn(site: string, origin: string): boolean {
  const own = parseUrl(origin)
  return own !== undefined && (site === own.host || site === own.origin)
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return undefined
  }
}

/** 32 bytes that are no words, or their 64 digits: a hash, of which nobody can say what it is of. */
function looksLikeHash(bytes: Uint8Array, text: string | undefined, hides: boolean): boolean {
  if (text !== undefined && /^\s*(?:0x)?[0-9a-f]{64}\s*$/iu.test(text)) return true
  return bytes.length === 32 && (text === undefined || hides)
}

/** Bytes in the form of a transaction, an authorization (EIP-7702) or typed data before they are hashed. */
function looksLikeTransaction(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  if (first === 0x19 && (second === 0 || second === 1)) return true
  return isRlpList(bytes, 0) || (first > 0 && first < 0x80 && isRlpList(bytes, 1))
}

/** Whether everything from `at` on is one list of RLP. */
function isRlpList(bytes: Uint8Array, at: number): boolean {
  const head = bytes[at] ?? 0
  if (head < 0xc0) return false
  const width = Math.max(0, head - 0xf7)
  if (width > 4) return false
  let length = head - 0xc0
  if (width > 0) length = bytes.slice(at + 1, at + 1 + width).reduce((sum, byte) => sum * 256 + byte, 0)
  // A list of one thing is too short for any transaction, and a letter of many alphabets.
  return length > 1 && at + 1 + width + length === bytes.length
}

/** Whether a validator could read the bytes as the message of a transaction, which is signed as it is. */
function isSolanaTransaction(bytes: Uint8Array): boolean {
  const unsigned = new Uint8Array(bytes.length + 1)
  unsigned.set(bytes, 1)
  return readMessage(unsigned, () => 'address') !== undefined
}
