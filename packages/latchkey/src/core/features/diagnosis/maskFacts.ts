/** Names whose values are never shown, whatever they hold (SEC-88). */
const SECRET_NAME = /uri|symkey|secret|token|signature|privatekey|mnemonic|password|otp|cookie|authorization/i

/** Longest text shown whole; a longer one keeps its beginning and its length. */
const TEXT_LIMIT = 60

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
      .map(([name, item]) => [maskText(name), SECRET_NAME.test(name) ? '[masked]' : mask(item, depth - 1)]),
  )
}

/** Pairing uris, long hex and long base58 go; what is long is cut; an address keeps its two ends. */
function maskText(text: string): string {
  const clean = text
    .replace(/\bwc(:|%3A)[^\s"']+/gi, '[masked]')
    .replace(/\b(0x)?[0-9a-f]{64,}\b/gi, '[masked]')
    .replace(/\b0x[0-9a-f]{40}\b/gi, (address) => `${address.slice(0, 6)}…${address.slice(-4)}`)
    .replace(/\b[1-9A-HJ-NP-Za-km-z]{63,}\b/g, '[masked]')
    .replace(/\b[1-9A-HJ-NP-Za-km-z]{32,62}\b/g, (address) => `${address.slice(0, 4)}…${address.slice(-4)}`)
  return clean.length > TEXT_LIMIT ? `${clean.slice(0, TEXT_LIMIT)}… (${clean.length} characters)` : clean
}
