/** Held against the published vectors (`vectors.json`). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEngineError } from '../errors.ts'
import vectors from '../vectors.json'
import { formatJson, parseJson } from './json.ts'

/** Values of the vectors: `{ bigint: digits }` stands for a bigint, the text `undefined` for undefined. */
function revive(value: unknown): unknown {
  if (value === 'undefined') return undefined
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null) return value
  if ('bigint' in value) return BigInt(String(value.bigint))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]))
}

/**
 * What the field's own reader does to a text before it parses it, as the vectors show it: long digits before `,` `}` `]`
 * become texts of digits and `n`, inside texts too.
 */
const asOthersRead = (text: string): unknown =>
  JSON.parse(text.replace(/(^|[^\d.eE+-])(\d{17,}|9\d{15})(?=[,}\]])/g, '$1"$2n"'), (_key, value: unknown) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )

describe('vector jsonParse', () => {
  it.each(vectors.jsonParse)('$input', ({ input, type, value }) => {
    if (type === 'object') {
      expect(parseJson(input)).toEqual(revive(value))
      return
    }
    // Others give up here and hand on the raw text. Ours reads what is JSON, and says what is not.
    expect(value).toBe(input)
    if (input.startsWith('{')) expect(parseJson(input)).toEqual(JSON.parse(input))
    else expect(() => parseJson(input)).toThrow('Missing or invalid. JSON')
  })
})

describe('vector jsonStringify', () => {
  it.each(vectors.jsonStringify)('$out', ({ in: given, out }) => {
    // Others pass a bare text through unquoted; a message of the protocol never is one.
    if (typeof given === 'string') expect(parseJson(formatJson(given))).toBe(out)
    else expect(formatJson(revive(given))).toBe(out)
  })
})

describe('F-19: what is sent arrives unchanged', () => {
  it.each<[string, unknown]>([
    ['a number in a sentence', 'pay 123456789012345678901, thanks'],
    ['typed data with an unquoted number', '{"value":123456789012345678901234567890}'],
    ['a list in a text', '[12345678901234567890]'],
    ['sixteen digits beyond 2^53-1', '9007199254740993,'],
    ['digits that an escape joins', '\u00011234567890123456,'],
    ['digits in a key', { '12345678901234567,': ['12345678901234567}]'] }],
    ['a long fraction', [0.12345678901234568, 1]],
    ['large and small numbers', [1e18, 1e20, 1e21, 5e-324, 0.9999999999999999, -1e18]],
    ['an id and bigints', { id: 1795221319761531, big: 12345678901234567890n, small: 1n }],
  ])('%s', (_name, value) => {
    const text = formatJson(value)
    const read = asOthersRead(text)
    // Whole numbers beyond 2^53-1 arrive as bigints at every peer, of the same worth.
    const worth = (each: unknown): unknown =>
      JSON.stringify(each, (_key, inner: unknown) =>
        typeof inner === 'bigint' || (typeof inner === 'number' && !Number.isSafeInteger(inner))
          ? String(Number(inner))
          : inner,
      )
    expect(worth(read)).toBe(worth(value))
    expect(worth(parseJson(text))).toBe(worth(value))
  })

  it.each([
    ['a text of digits and n', { a: ['12n'] }],
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a function', { a: () => 1 }],
    ['a symbol', { a: Symbol('a') }],
    ['NaN', [Number.NaN]],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
    ['a negative bigint', -1n],
  ])('%s is refused', (_name, value) => {
    expect(() => formatJson(value)).toThrow('Payload cannot travel unchanged.')
  })

  it('a circle is refused, and so is what throws when it is read', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const trap = {
      get a() {
        throw new Error('secret')
      },
    }
    for (const value of [circle, trap]) {
      expect(() => formatJson(value)).toThrow('Payload cannot travel unchanged.')
    }
  })

  it('an undefined field is left out', () => expect(formatJson({ a: undefined, b: 1 })).toBe('{"b":1}'))
})

describe('any value', () => {
  const digits = fc.stringMatching(/^\d{14,24}[,}\]"n ]?$/)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    digits,
    fc.tuple(fc.string(), digits, fc.string()).map((parts) => parts.join('')),
  )
  const leaf = fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.integer(),
    fc.bigInt({ min: 0n, max: 2n ** 256n }),
    fc.boolean(),
    fc.constant(null),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }))
  /** Numbers that every peer reads as bigints. */
  const arrived = (given: unknown): unknown => {
    if (typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given)) {
      return /^\d+$/.test(String(given)) ? BigInt(String(given)) : given
    }
    if (Array.isArray(given)) return given.map(arrived)
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(Object.entries(given).map(([key, each]) => [key, arrived(each)]))
  }

  it('comes back as it was, here and at others, or is refused', () => {
    fc.assert(
      fc.property(fc.record({ value }), (given) => {
        let written: string
        try {
          written = formatJson(given)
        } catch (error) {
          expect(isEngineError(error, 'PAYLOAD_UNSAFE')).toBe(true)
          return
        }
        expect(parseJson(written)).toStrictEqual(arrived(given))
        expect(asOthersRead(written)).toStrictEqual(arrived(given))
      }),
      { numRuns: 500 },
    )
  })

  it('any text is read as JSON is, or refused with an engine error', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"',
          '\\',
          '\\u006e',
          'n',
          '-',
          '.',
          'e',
          ' ',
          '12345678901234567',
          '0',
          'b1',
          's',
        ),
        { maxLength: 12 },
      )
      .map((all) => all.join(''))
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string(), fc.json()), (given) => {
        let isJson = true
        try {
          JSON.parse(given)
        } catch {
          isJson = false
        }
        let isRead = true
        try {
          parseJson(given)
        } catch (error) {
          expect(isEngineError(error, 'MISSING_OR_INVALID')).toBe(true)
          isRead = false
        }
        expect(isRead).toBe(isJson)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['"\\12345678901234567', '"12345678901234567', '"\\', '12345678901234567"'])('%j is no JSON', (given) => {
    expect(() => parseJson(given)).toThrow('Missing or invalid. JSON')
  })

  it('texts of a megabyte are read', () => {
    const long = { a: `${'x"\\,}'.repeat(200_000)}12345678901234567890,`, b: 12345678901234567890n }
    expect(parseJson(formatJson(long))).toEqual(long)
  })

  it('a nest too deep to walk is refused, not a crash', () => {
    const deep = `${'['.repeat(200_000)}12345678901234567890${']'.repeat(200_000)}`
    try {
      parseJson(deep)
    } catch (error) {
      expect(isEngineError(error, 'MISSING_OR_INVALID')).toBe(true)
    }
  })
})
