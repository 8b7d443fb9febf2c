/** Links to wallets. Sources: WalletConnect specification, Pairing URI; SEC-86. */
import { DENIED_SCHEMES } from '@latchkey/wire/links'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { fromText, toBase64 } from '../crypto/bytes.ts'

/**
 * Whether a link that somebody else named may be opened as a wallet's: it parses, holds no blank or control sign, is of no
 * scheme that runs or reads something here, and, where the wallet's own link is known, has its scheme and, for web links, its
 * host (SEC-86).
 */
export function isWalletLink(text: unknown, own?: string): text is string {
  if (typeof text !== 'string' || /[\s\p{Cc}]/u.test(text)) return false
  const url = parseUrl(text)
  if (url === undefined) return false
  if (DENIED_SCHEMES.includes(url.protocol) || url.username !== '' || url.password !== '') return false
  if (own === undefined) return true
  const known = parseUrl(own)
  return url.protocol === known?.protocol && (known.protocol !== 'https:' || url.host === known.host)
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
