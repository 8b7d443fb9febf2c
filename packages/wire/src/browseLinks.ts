import { DENIED_SCHEMES } from './links.ts'
import { parseUrl } from './parseUrl.ts'

/**
 * How a wallet's own browser is told to open a page, on phones, for the namespaces in which the wallet takes no pairing.
 */
export type BrowseLink = {
  /** CAIP-2 namespaces that the wallet's browser serves. */
  readonly namespaces: readonly string[]
  readonly ios?: BrowseTarget | undefined
  readonly android?: BrowseTarget | undefined
}

/**
 * An address with places for the page: `{url}` its address as one parameter, `{url2}` the same once more encoded, for a link inside
 * a link, `{origin}` its origin as one parameter, `{bare}` its address without scheme. Or, on Android, the parts of an intent,
 * which only we put together.
 */
export type BrowseTarget = string | { readonly scheme: string; readonly path: string; readonly package: string }

/** A page's own address is the only thing that goes along, and nothing of it may stand before the first slash of a path. */
const PLACES = /\{(url|url2|origin|bare)\}/g

/** Reads links from a directory or a site; what does not hold is left out, item by item (SEC-86). */
export function parseBrowseLinks(value: unknown): readonly BrowseLink[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown): BrowseLink[] => {
    if (typeof item !== 'object' || item === null) return []
    const { namespaces, ios, android } = item as Record<string, unknown>
    if (!Array.isArray(namespaces) || !namespaces.every((name) => typeof name === 'string')) return []
    const link = { namespaces, ios: parseTarget(ios), android: parseTarget(android) }
    return link.ios === undefined && link.android === undefined ? [] : [link]
  })
}

function parseTarget(value: unknown): BrowseTarget | undefined {
  if (typeof value === 'string') return isTemplate(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { scheme, path, package: name } = value as Record<string, unknown>
  if (typeof scheme !== 'string' || typeof path !== 'string' || typeof name !== 'string') return undefined
  const holds =
    /^[a-z][a-z0-9+.-]{1,31}$/.test(scheme) &&
    !DENIED_SCHEMES.includes(`${scheme}:`) &&
    scheme !== 'intent' &&
    /^[a-z][\w]*(\.[a-zA-Z][\w]*)+$/.test(name) &&
    /^[\w./?=&%{}-]*$/.test(path) &&
    hasOnlyPlaces(path)
  return holds ? { scheme, path, package: name } : undefined
}

/** An https address of a named host, or an app's own scheme; places stand behind its host only. */
function isTemplate(text: string): boolean {
  if (!/^[\w:/.?=&%{}~@+-]+$/.test(text) || !hasOnlyPlaces(text)) return false
  const filled = text.replace(PLACES, 'x')
  const url = parseUrl(filled)
  if (url === undefined) return false
  const { protocol, hostname, username } = url
  const [, host = ''] = /^[^:]+:\/\/([^/?]*)/.exec(text) ?? []
  if (username !== '' || host === '' || host.includes('{')) return false
  if (protocol === 'https:') return /^[^.]+(\.[^.]+)+$/.test(hostname)
  return protocol !== 'intent:' && !DENIED_SCHEMES.includes(protocol) && /^[a-z][a-z0-9+.-]*:\/\//.test(text)
}

function hasOnlyPlaces(text: string): boolean {
  return !/[{}]/.test(text.replace(PLACES, ''))
}

/** The link that opens a page in a wallet's browser; undefined where the page has no address that another app could open. */
export function fillBrowseLink(target: BrowseTarget, page: string): string | undefined {
  const address = parseUrl(page)
  if (address === undefined) return undefined
  const { href, origin, protocol, host, pathname, search } = address
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const url = encodeURIComponent(href)
  const places: Readonly<Record<string, string>> = {
    url,
    url2: encodeURIComponent(url),
    origin: encodeURIComponent(origin),
    bare: `${host}${pathname}${search}`,
  }
  const fill = (text: string): string => text.replace(PLACES, (_match, name: string) => places[name] ?? '')
  if (typeof target === 'string') return fill(target)
  // A semicolon would end a part of the intent; encoding leaves none in a place, and paths have none.
  return `intent://${fill(target.path)}#Intent;scheme=${target.scheme};package=${target.package};end`
}
