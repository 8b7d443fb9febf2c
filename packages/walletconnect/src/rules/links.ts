/** Links to wallets. Source: protocol reference, section 3; SEC-86. */
import { DENIED_SCHEMES } from '@latchkey/wire/links'
import { fromText, toBase64 } from '../crypto/bytes.ts'

/**
 * Whether a link that somebody else named may be opened as a wallet's: it parses, holds no blank or control sign, is of no
 * scheme that runs or reads something here, and, where the wallet's own link is known, has its scheme and, for web links, its
 * host (SEC-86).
 */
export function isWalletLink(text: unknown, own?: string): text is string {
  if (typeof text !== 'string' || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (DENIED_SCHEMES.includes(url.protocol) || url.username !== '' || url.password !== '') return false
  if (own === undefined) return true
  if (!URL.canParse(own)) return false
  const { protocol, host } = new URL(own)
  return url.protocol === protocol && (protocol !== 'https:' || url.host === host)
}

const trimSlash = (base: string): string => base.replace(/\/$/, '')

/** The link that opens a wallet with a pairing URI: the URI is one encoded parameter, and there is no other. */
export const formatPairingLink = (base: string, uri: string): string =>
  `${trimSlash(base)}/wc?uri=${encodeURIComponent(uri)}`

/** The link that opens a wallet at a request that waits there. A wallet inside Telegram takes it as its start parameter. */
export function formatRequestLink(base: string, requestId: number, sessionTopic: string): string {
  const query = `requestId=${requestId}&sessionTopic=${sessionTopic}`
  const link = trimSlash(base)
  if (!/^https:\/\/t\.me(?:[/?#]|$)/.test(link)) return `${link}/wc?${query}`
  const start = toBase64(fromText(query)).replace(/=+$/, '')
  return `${link}${link.includes('?') ? '&' : '?'}startapp=${encodeURIComponent(start)}`
}
