/**
 * Finds secrets in anything that was said, in whatever common form they may be: bytes as they are or turned round, hex, base64 and
 * base64url at any place, base58, lists of numbers, UTF-16, percent signs, compressed, one form within another; and words of a phrase.
 */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { base58 } from '@scure/base'

export type Secret = { readonly name: string; readonly bytes: Uint8Array }

/** So many bytes of a secret in a row are no chance: one in 2^64. */
const RUN = 8
/** Words of a phrase in a row. */
const WORDS = 3
/** Forms within forms. */
const DEPTH = 3

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** All that a piece may be read as, one step on. */
function readAs(bytes: Uint8Array): readonly Uint8Array[] {
  const buffer = Buffer.from(bytes)
  const text = buffer.toString('latin1')
  const found: Uint8Array[] = []
  const [first = 0, second = 0] = bytes
  // gzip and zlib begin with what they are; the others do not.
  const unpackers = [
    ...(first === 0x1f && second === 0x8b ? [gunzipSync] : []),
    ...((first & 15) === 8 && (first * 256 + second) % 31 === 0 ? [inflateSync] : []),
    ...(bytes.length < 4096 ? [inflateRawSync, brotliDecompressSync] : []),
  ]
  for (const unpack of unpackers) {
    try {
      found.push(unpack(buffer, { maxOutputLength: 1 << 20 }))
    } catch {
      // It is not that.
    }
  }
  // UTF-16, in either order: of text, every second byte is zero.
  for (const start of [0, 1]) {
    const isZero = (byte: number, index: number) => byte === 0 && index % 2 !== start
    if (bytes.filter(isZero).length > bytes.length / 3)
      found.push(Uint8Array.from(bytes.filter((_, index) => index % 2 === start)))
  }
  const unescaped = text
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u00([\da-f]{2})|\\x([\da-f]{2})/gi, (_, one?: string, two?: string) =>
      String.fromCharCode(Number.parseInt(one ?? two ?? '0', 16)),
    )
  if (unescaped !== text) found.push(Buffer.from(unescaped, 'latin1'))
  for (const [run] of text.matchAll(/[\da-f]{16,}/gi))
    for (const start of [0, 1]) found.push(Buffer.from(run.slice(start, start + ((run.length - start) & ~1)), 'hex'))
  for (const [run] of text.matchAll(/[\da-f]{2}(?:[:\s,-]+(?:0x)?[\da-f]{2}){7,}/gi))
    found.push(Buffer.from(run.replace(/0x|[^\da-f]/gi, ''), 'hex'))
  for (const [run] of text.matchAll(/[\w+/-]{11,}/g)) {
    for (let start = 0; start < 4; start += 1) found.push(Buffer.from(run.slice(start), 'base64'))
    try {
      if (run.length < 100) found.push(base58.decode(run))
    } catch {
      // It is not that.
    }
  }
  for (const [run] of text.matchAll(/\d{1,3}(?:"?:?[\s,;|]+(?:"\d{1,3}":)?\d{1,3}){7,}/g))
    found.push(
      Uint8Array.from([...run.replace(/"\d+":/g, '').matchAll(/\d+/g)].map(([number]) => Number(number) & 255)),
    )
  return found
}

/** A searcher for these. `phrases`: words in their order, of which some in a row are a secret too. */
export function createSearch(secrets: readonly Secret[], phrases: readonly string[]) {
  const runs = new Map<string, string>()
  for (const { name, bytes } of secrets)
    for (const order of [bytes, Uint8Array.from(bytes).reverse()])
      for (let start = 0; start + RUN <= order.length; start += 1)
        runs.set(latin(order.subarray(start, start + RUN)), name)
  const rows = phrases.flatMap((phrase) => {
    const words = phrase.split(' ')
    return words.slice(0, 1 - WORDS).map((_, index) => words.slice(index, index + WORDS))
  })
  const patterns = rows.map((row) => new RegExp(row.join('[^a-z]{0,12}'), 'i'))

  /** What was searched already, and how deep: headers and tokens come again and again. */
  const searched = new Map<string, { readonly depth: number; readonly names: ReadonlySet<string> }>()
  const search = (bytes: Uint8Array, depth: number): ReadonlySet<string> => {
    const text = latin(bytes)
    const held = searched.get(text)
    if (held && held.depth >= depth) return held.names
    const names = new Set<string>()
    for (let start = 0; start + RUN <= text.length; start += 1) {
      const name = runs.get(text.slice(start, start + RUN))
      if (name) names.add(name)
    }
    if (patterns.some((pattern) => pattern.test(text))) names.add('words')
    if (depth > 0 && bytes.length >= RUN)
      for (const inner of readAs(bytes)) for (const name of search(inner, depth - 1)) names.add(name)
    searched.set(text, { depth, names })
    return names
  }
  /** The names of the secrets that are in it. */
  return (said: string | Uint8Array): readonly string[] => [
    ...search(typeof said === 'string' ? Buffer.from(said, 'utf8') : said, DEPTH),
  ]
}
