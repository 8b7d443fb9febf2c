/** Links to wallets and between apps. Source: protocol reference, sections 3 and 13; SEC-86. */
import { fromText, toBase64 } from '../crypto/bytes.ts'
import { EngineError } from '../errors.ts'

/** Schemes that no wallet's link has. Source: SEC-86. */
const DENIED: readonly string[] = [
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'ws:',
  'wss:',
  'http:',
]

/**
 * Whether a link that somebody else named may be opened as a wallet's: it parses, holds no blank or control sign, is of no
 * scheme that runs or reads something here, and, where the wallet's own link is known, has its scheme and, for web links, its
 * host (SEC-86).
 */
export function isWalletLink(text: unknown, own?: string): text is string {
  if (typeof text !== 'string' || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (DENIED.includes(url.protocol) || url.username !== '' || url.password !== '') return false
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

/** The link that carries an envelope from app to app. `envelope` is base64url. */
export function formatLinkModeUrl(universal: string, topic: string, envelope: string): string {
  return `${universal}${universal.includes('?') ? '&' : '?'}wc_ev=${encodeURIComponent(envelope)}&topic=${topic}`
}

/** What a link carries. Throws `MISSING_OR_INVALID` without it. */
export function parseLinkModeUrl(text: string): { readonly topic: string; readonly envelope: string } {
  const params = URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams()
  const [topic, envelope] = [params.get('topic'), params.get('wc_ev')]
  if (!envelope || !topic || !/^[0-9a-f]{64}$/.test(topic)) throw new EngineError('MISSING_OR_INVALID', 'link')
  return { topic, envelope }
}
