/** Names whose values are never shown, whatever they hold (SEC-88). */
const SECRET_NAME =
  /uri|symkey|secret|token|signature|private_?key|api_?key|mnemonic|seed|phrase|password|^pass$|^pin$|otp|cookie|authorization|e-?mail/i

/** The same where a text names them itself: `"password":"…"`, `apiKey=…`, `Authorization: Bearer …`. */
const NAMED_SECRET =
  /(\b[\w-]*(?:symkey|secret|token|private_?key|api_?key|mnemonic|password|authorization|cookie)"?\s*[:=]\s*)("[^"]*"|(?:(?:Bearer|Basic)\s+)?[^\s,;&"'}]+)/gi

/** Twelve words or more of a length that seed phrases have, and nothing else between them. Source: BIP-39, word lists. */
const SEED_PHRASE = /\p{L}{3,8}(?:[\s,]+\p{L}{3,8}){11,}/gu

/** What stands where something was left out. */
const MASK = '[masked]'

/** Longest text shown whole; a longer one keeps its beginning and its length. */
const TEXT_LIMIT = 60

/** Longest text that is looked through. */
const LOOK_LIMIT = 4_000

/** Deepest and widest part of a value that is shown. */
const DEPTH = 3
const WIDTH = 12

/**
 * A value as one line for a developer's eyes: addresses and hashes shortened, signatures, pairing uris, keys and long hex left out,
 * so that it can be pasted into an issue. Never throws, whatever a wallet hands over. Source: SEC-88.
 */
export function maskFacts(value: unknown): string {
  try {
    return JSON.stringify(mask(value, DEPTH)) ?? String(value)
  } catch {
    return '[unreadable]'
  }
}

function mask(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) {
    return { name: mask(value.name, 0), code: mask(Reflect.get(value, 'code'), 0), message: mask(value.message, 0) }
  }
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth === 0) return '[…]'
  if (Array.isArray(value)) return value.slice(0, WIDTH).map((item: unknown) => mask(item, depth - 1))
  // A wallet's own object may do anything when it is read; only plain data is shown.
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return '[object]'
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, WIDTH)
      .map(([name, item]) => [maskText(name), SECRET_NAME.test(name) ? MASK : mask(item, depth - 1)]),
  )
}

/**
 * Pairing uris, seed phrases, tokens, e-mail addresses, what an address of a server may have as its key, long hex, base58 and
 * base64 go; what is long is cut; an account's address keeps its two ends.
 */
function maskText(text: string): string {
  // Nobody reads so much, and looking through it would hold up the page.
  if (text.length > LOOK_LIMIT) return `[text of ${text.length} characters]`
  const clean = text
    .replace(/\bwc(:|%3A)[^\s"']+/gi, MASK)
    .replace(/\beyJ[\w-]{8,}(\.[\w-]*)*/g, MASK)
    .replace(/\b(https?|wss?):\/\/[^\s"'<>]+/gi, maskUrl)
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, MASK)
    .replace(NAMED_SECRET, `$1${MASK}`)
    .replace(SEED_PHRASE, MASK)
    .replace(/\b(0x)?[0-9a-f]{64,}\b/gi, MASK)
    .replace(/\b0x[0-9a-f]{40}\b/gi, (address) => `${address.slice(0, 6)}…${address.slice(-4)}`)
    .replace(/\b[1-9A-HJ-NP-Za-km-z]{50,}\b/g, MASK)
    .replace(/\b[1-9A-HJ-NP-Za-km-z]{32,49}\b/g, (address) => `${address.slice(0, 4)}…${address.slice(-4)}`)
    .replace(/[\w+/-]{43,}={0,2}/g, (run) => (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? MASK : run))
  return clean.length > TEXT_LIMIT ? `${clean.slice(0, TEXT_LIMIT)}… (${clean.length} characters)` : clean
}

/**
 * The address of a server without what may be a key: a name and password, long parts of the path, values of the query. Providers of
 * nodes give each customer an address of its own.
 */
export function maskUrl(url: string): string {
  return url
    .replace(/\/\/[^/@]+@/, `//${MASK}@`)
    .replace(/\/[\w-]{20,}(?=[/?#]|$)/g, `/${MASK}`)
    .replace(/([?&#][\w.-]+=)[^&#]+/g, `$1${MASK}`)
}
