import { DENIED_SCHEMES } from '@latchkey/wire'

/** Hosts of the stores. A "store link" to anywhere else is not one. */
const STORE_HOSTS = {
  app_store: ['apps.apple.com', 'itunes.apple.com', 'testflight.apple.com'],
  play_store: ['play.google.com'],
  chrome_store: ['chromewebstore.google.com', 'chrome.google.com'],
  firefox_store: ['addons.mozilla.org'],
} as const

/** The store fields of a wallet record. */
export type Store = keyof typeof STORE_HOSTS

/** The link when it is an https address of a named host, without credentials; else null. Source: SEC-86. */
export function checkWebLink(link: string): string | null {
  const url = parse(link)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return /^[^.]+(\.[^.]+)+$/.test(url.hostname) ? url.href : null
}

/** The link when it is an https address on that store's own host, else null. */
export function checkStoreLink(store: Store, link: string): string | null {
  const checked = checkWebLink(link)
  if (checked === null) return null
  const hosts: readonly string[] = STORE_HOSTS[store]
  return hosts.includes(new URL(checked).hostname) ? checked : null
}

/**
 * The link when it may open an app: an https address, or a scheme of its own that is not denied. Query and fragment are
 * left out, so that the pairing uri stays the only parameter and a link cannot be turned elsewhere. Source: SEC-86.
 */
export function checkAppLink(link: string): string | null {
  const url = parse(link)
  if (url === null || DENIED_SCHEMES.includes(url.protocol)) return null
  const bare = link.replace(/[?#].*$/, '')
  if (url.protocol === 'https:') return checkWebLink(bare)
  return /^[a-z][a-z0-9+.-]*:\/\/[\w./%~@:-]*$/i.test(bare) ? bare : null
}

/** Browsers drop tabs and newlines inside an address and spaces around it; a link that needs that is refused instead. */
function parse(link: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\u2000-\u200f\u2028-\u202f\ufeff\\]/.test(link)) return null
  try {
    return new URL(link)
  } catch {
    return null
  }
}
