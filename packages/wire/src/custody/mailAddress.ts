/** Longest address, and longest part before the at sign, in characters. Source: RFC 5321, 4.5.3.1; RFC 3696 with its erratum 1690. */
const LONGEST = 254
const LONGEST_LOCAL = 64

/** A dot-atom of RFC 5322, 3.2.3: no quotes, no comments, no spaces, nothing beyond ASCII. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/** Labels of a host name in ASCII, at least two of them, and the last one no number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** One address that mail can be sent to. */
export type MailAddress = {
  /** Where mail goes: the part before the at sign as it was written, the domain in lower case and ASCII (IDNA). */
  readonly address: string
  /**
   * Who it is: the same in lower case throughout. Dots and what follows a plus count, because whether they do is the provider's
   * affair.
   */
  readonly subject: string
}

/** Reads exactly one address, without a name and without spaces around it but those of a clumsy hand. Undefined: it is none (SEC-61). */
export function parseMailAddress(text: string): MailAddress | undefined {
  const trimmed = text.replace(/^ +| +$/g, '')
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  if (at < 1 || local.length > LONGEST_LOCAL || !LOCAL.test(local)) return undefined
  const domain = toAscii(trimmed.slice(at + 1))
  if (domain === undefined || !DOMAIN.test(domain)) return undefined
  const address = `${local}@${domain}`
  if (address.length > LONGEST) return undefined
  return { address, subject: address.toLowerCase() }
}

/** A domain in lower case and ASCII, as the URL standard does IDNA. Undefined for what holds more than a name. */
function toAscii(domain: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain) || domain.endsWith('.')) return undefined
  try {
    return new URL(`https://${domain}/`).hostname
  } catch {
    return undefined
  }
}
