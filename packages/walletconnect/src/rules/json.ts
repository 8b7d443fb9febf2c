/**
 * JSON as it travels between peers (RFC 8259), with the traps of the field's own reader. Source: F-19.
 *
 * That reader turns whole numbers beyond 2^53-1, and texts of digits and `n`, into BigInts, and it stumbles over digits in
 * texts. Ours reads the same values without stumbling, and writes what the other reads back unchanged, or refuses.
 */
import { EngineError } from '../errors.ts'

/** A text, also one that never ends, or a number; what stands before a colon is told apart, for keys are never values. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*)(\s*:)?/gs

/** Whether a text could hold a whole number beyond 2^53-1, or digits and `n`. Nearly none does. */
const MAY_HOLD_BIG = /\d{17}|9\d{15}|\d(?:n|\\u006e)"/i

/** Longer runs of digits are no amount of anything, and slow to read. */
const WHOLE = /^-?[1-9]\d{15,999}$/
const BIG_TEXT = /^\d{1,1000}n$/

/**
 * The value of a JSON text. Whole numbers beyond 2^53-1, and texts of digits followed by `n`, come out as bigints, as at every
 * other peer; `readsTexts: false` leaves texts alone, for answers of nodes. Throws `MISSING_OR_INVALID` without the text.
 */
export function parseJson(text: string, readsTexts = true): unknown {
  try {
    if (!MAY_HOLD_BIG.test(text)) return JSON.parse(text)
    // Every text is marked, so that no text can pass for a marked number.
    const marked = text.replace(TOKEN, (all, token: string, colon: string | undefined) => {
      if (colon !== undefined) return all
      if (token.startsWith('"')) return `"s${token.slice(1)}`
      return WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"b${token}"` : token
    })
    return JSON.parse(marked, (_key, value: unknown) => {
      if (typeof value !== 'string') return value
      const bare = value.slice(1)
      if (value.startsWith('b')) return BigInt(bare)
      return readsTexts && BIG_TEXT.test(bare) ? BigInt(bare.slice(0, -1)) : bare
    })
  } catch {
    throw new EngineError('MISSING_OR_INVALID', 'JSON')
  }
}

/** Refuses what would arrive as something else; what is left out as a field is left out at every peer. */
function check(this: unknown, key: string, value: unknown): unknown {
  const unsafe =
    (value === undefined && (key === '' || Array.isArray(this))) ||
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    (typeof value === 'string' && BIG_TEXT.test(value)) ||
    (typeof value === 'bigint' && value < 0n)
  if (unsafe) throw new EngineError('PAYLOAD_UNSAFE')
  return typeof value === 'bigint' ? `${value}n` : value
}

/**
 * The JSON text of a value, equal JSON at every peer: digits before `,` `}` `]` in texts are kept from the other reader by an
 * escape, long fractions by an exponent. Bigints travel as digits and `n`. Throws `PAYLOAD_UNSAFE` for what has no such form:
 * texts of digits and `n`, undefined (but as a field, where it is left out), functions, numbers that are not finite, negative
 * bigints, circles.
 */
export function formatJson(value: unknown): string {
  let text: string
  try {
    text = JSON.stringify(value, check)
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw new EngineError('PAYLOAD_UNSAFE')
  }
  if (!/\d{16}/.test(text)) return text
  return text.replace(TOKEN, (all, token: string, colon = '') => {
    if (token.startsWith('"')) return token.replace(/\d{16}[,}\]]/g, escapeEnd) + colon
    const isPlain = /^\d+$/.test(token) || !/\d{16}/.test(token) || Number.isSafeInteger(Number(token))
    return isPlain ? all : Number(token).toExponential()
  })
}

const escapeEnd = (run: string): string => `${run.slice(0, -1)}\\u00${run.charCodeAt(run.length - 1).toString(16)}`
