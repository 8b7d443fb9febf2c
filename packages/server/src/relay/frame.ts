/** A frame from a client, read: a call, an answer to a delivery, or what is wrong with it. */
export type ClientFrame =
  | { readonly kind: 'call'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: string; readonly isAccepted: boolean }
  | { readonly kind: 'broken'; readonly id: string; readonly reason: 'parse' | 'invalidRequest' }

/** Longest id that is echoed, in characters. */
const ID_LENGTH = 128

/**
 * Reads a text frame. `id` is the raw JSON text of the id, byte for byte, because 19-digit numbers do not survive a
 * double; `null` where there is none. Source: JSON-RPC 2.0.
 */
export function readFrame(text: string): ClientFrame {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { kind: 'broken', id: 'null', reason: 'parse' }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { kind: 'broken', id: 'null', reason: 'invalidRequest' }
  }
  const frame = parsed as Readonly<Record<string, unknown>>
  const id = typeof frame.id === 'string' || typeof frame.id === 'number' ? findRawId(text) : undefined
  if (id === undefined || id.length > ID_LENGTH) return { kind: 'broken', id: 'null', reason: 'invalidRequest' }
  if (typeof frame.method === 'string') return { kind: 'call', id, method: frame.method, params: frame.params }
  if ('result' in frame) return { kind: 'answer', id, isAccepted: true }
  if ('error' in frame) return { kind: 'answer', id, isAccepted: false }
  return { kind: 'broken', id, reason: 'invalidRequest' }
}

/** Finds the last top-level `id` of a text that is known to be a JSON object, as `JSON.parse` would take it, and gives its raw text. */
function findRawId(text: string): string | undefined {
  let found: string | undefined
  let at = text.indexOf('{') + 1
  for (;;) {
    const keyStart = text.indexOf('"', at)
    if (keyStart === -1) return found
    const keyEnd = endOfString(text, keyStart)
    const valueStart = skipSpace(text, text.indexOf(':', keyEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    const key = text.slice(keyStart, keyEnd)
    // A key may be written with escapes; JSON.parse reads those the same.
    if (key === '"id"' || (key.includes('\\') && JSON.parse(key) === 'id')) found = text.slice(valueStart, valueEnd)
    at = skipSpace(text, valueEnd)
    if (text[at] !== ',') return found
    at += 1
  }
}

/** Index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  for (;;) {
    let before = quote - 1
    while (text[before] === '\\') before -= 1
    if ((quote - before) % 2 === 1) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start)
  let depth = 0
  for (let at = start; ; at++) {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at) - 1
    else if (letter === '{' || letter === '[') depth += 1
    else if (depth > 0 && (letter === '}' || letter === ']')) {
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && (letter === ',' || letter === '}' || letter === undefined || isSpace(letter))) return at
  }
}

function skipSpace(text: string, at: number): number {
  while (isSpace(text[at])) at += 1
  return at
}

function isSpace(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t'
}
