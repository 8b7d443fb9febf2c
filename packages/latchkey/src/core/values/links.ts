import { DENIED_SCHEMES } from '@latchkey/wire/links'
import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Platform } from './platform.ts'

/** Links of this scheme are made here and never taken from others. */
const OWN_SCHEME = 'intent:'

/** This machine, where a wallet that is being developed may be served without https. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** What came from the site itself may also point at this machine. */
type Trust = { readonly isOwn?: boolean | undefined }

/** A link that may be followed: https without a user name; anything else is left out (SEC-86). */
export function toWebLink(text: string | null | undefined, trust: Trust = {}): string | undefined {
  const url = parse(text)
  return url && isWeb(url, trust) ? url.href : undefined
}

/**
 * Where a wallet's app takes a pairing: an https address, or a scheme of its own; a bare name such as `metamask` is a scheme.
 * Query and fragment are left out, so that the pairing stays the only parameter (SEC-86).
 */
export function toAppLink(text: string | null | undefined, trust: Trust = {}): string | undefined {
  const full = text && /^[a-z][a-z0-9+.-]*:?\/?$/i.test(text) ? `${text.replace(/[:/]+$/, '')}://` : text
  const url = parse(full)
  if (!url || !full) return undefined
  const bare = full.replace(/[?#].*$/, '')
  if (isWeb(url, trust)) return toWebLink(bare, trust)
  if (url.protocol === 'https:' || url.protocol === OWN_SCHEME || DENIED_SCHEMES.includes(url.protocol))
    return undefined
  return /^[a-z][a-z0-9+.-]*:\/\/[\w./%~@:-]*$/i.test(bare) ? bare : undefined
}

/** Where a wallet's web page takes a pairing: as an app's link, with an https address alone (SEC-86). */
export function toWebAppLink(text: string | null | undefined, trust: Trust = {}): string | undefined {
  return toWebLink(text?.replace(/[?#].*$/s, ''), trust)
}

/** Whether a link has a scheme of its own, which in-app browsers refuse (F-21). */
export function isSchemeLink(link: string): boolean {
  return !/^https?:/i.test(link)
}

/** The link that hands a pairing to a wallet: `<base>/wc?uri=…`. In Telegram on Android it is encoded twice. */
export function toPairingLink(base: string, uri: string, platform: Pick<Platform, 'isTelegram' | 'os'>): string {
  const once = encodeURIComponent(uri)
  const isTwice = platform.isTelegram && platform.os === 'android'
  return `${trimSlash(base)}/wc?uri=${isTwice ? encodeURIComponent(once) : once}`
}

/** The link that opens a wallet at one request; links into Telegram carry it in their own way. */
export function toRequestLink(base: string, request: { readonly id: number; readonly topic: string }): string {
  const query = `requestId=${request.id}&sessionTopic=${request.topic}`
  if (/^https:\/\/t\.me(\/|$)/i.test(base)) return `${trimSlash(base)}?startapp=${btoa(query).replace(/=+$/, '')}`
  return `${trimSlash(base)}/wc?${query}`
}

/** Where a wallet's link is opened: a web app in a new tab, an app from the page itself, from Telegram only in a new one. */
export function linkTarget(
  way: 'mobile' | 'desktop' | 'web',
  platform: Pick<Platform, 'isTelegram'>,
  isFramed: boolean,
): '_self' | '_top' | '_blank' {
  if (way === 'web' || platform.isTelegram) return '_blank'
  return isFramed ? '_top' : '_self'
}

/** `name://` keeps the two slashes that the path then follows. */
function trimSlash(base: string): string {
  return base.replace(/\/$/, '')
}

function isWeb(url: URL, { isOwn = false }: Trust): boolean {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (isOwn && url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/** Browsers drop tabs and newlines inside an address and spaces around it; a link that needs that is refused instead. */
function parse(text: string | null | undefined): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!text || /[\u0000-\u0020\u007f-\u00a0\u2000-\u200f\u2028-\u202f\ufeff\\]/.test(text)) return undefined
  return parseUrl(text)
}
