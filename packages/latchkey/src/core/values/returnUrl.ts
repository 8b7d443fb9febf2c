import { parseUrl } from '@latchkey/wire/parseUrl'
/** Storage name of the mark by which this browser knows its own returns. */
export const RETURN_RECORD = 'return'

/** How a mark looks: 16 random bytes in hex. It opens nothing; it only says which browser asked. */
const MARK = /^[0-9a-f]{32}$/

/** The address that a wallet is asked to come back to, with a mark in its fragment; without a mark, the address as it was (F-24). */
export function toReturnUrl(href: string, id: string, mark: string | undefined): string {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  // A fragment of the site's own that is no list of names and values stays as it is.
  if (mark === undefined && !fragment.has(nameOf(id))) return href
  fragment.delete(nameOf(id))
  if (mark !== undefined) url.hash = `${nameOf(id)}=${mark}`
  else url.hash = fragment.toString()
  return url.href
}

/** The mark in an address, or undefined. */
export function readReturnMark(href: string, id: string): string | undefined {
  const mark = new URLSearchParams(parseUrl(href)?.hash.slice(1)).get(nameOf(id))
  return mark !== null && MARK.test(mark) ? mark : undefined
}

function nameOf(id: string): string {
  return `latchkey-${id}`
}
