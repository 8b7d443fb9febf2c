import { DENIED_SCHEMES } from '@latchkey/wire/links'
import { parseUrl } from '@latchkey/wire/parseUrl'

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
