/**
 * Shapes that several endpoints share. Chain and account ids follow CAIP-2 and CAIP-10 in the grammar that the
 * gateway checks; addresses follow ERC-55 without its checksum (either case is read) and Solana's base58 of 32 bytes.
 */
import * as v from 'valibot'

/** `0x` and any number of hex digits, either case. */
export const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/, 'expected 0x and hex digits'))

/** A whole number of base units as decimal digits, no sign and no point. */
export const digits = v.pipe(v.string(), v.regex(/^\d+$/, 'expected decimal digits'))

/** A human quantity as a decimal string, such as `1.5`. Never in exponent form. */
export const decimal = v.pipe(v.string(), v.regex(/^\d+(\.\d*)?$/, 'expected a decimal number such as 1.5'))

/** A CAIP-2 chain id: `eip155:1`. Source: CAIP-2. */
export const networkId = v.pipe(
  v.string(),
  v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'expected a CAIP-2 chain id such as eip155:1'),
)

/** A CAIP-10 account or token id: `eip155:1:0x…`. */
export const accountId = v.pipe(
  v.string(),
  v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/, 'expected a CAIP-10 id such as eip155:1:0x…'),
)

/** An EVM address, either case. */
export const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'expected 0x and 40 hex digits'))

/** A Solana address: 32 to 44 base58 characters. The gateway also checks that they are 32 bytes. */
export const solanaAddress = v.pipe(
  v.string(),
  v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'expected 32 to 44 base58 characters'),
)

/** An EVM or a Solana address. */
export const address = v.union(
  [evmAddress, solanaAddress],
  'expected an EVM address (0x and 40 hex digits) or a Solana address (32 to 44 base58 characters)',
)

/** Currencies that prices may be asked in. */
export const currency = v.picklist(['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'])

/** A currency's wire code, lower case. */
export type Currency = v.InferOutput<typeof currency>

/** A whole number of at least `least`, written in decimal digits in the query. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(least: number, most: number) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'expected a whole number'), v.transform(Number))]),
    v.integer('expected a whole number'),
    v.minValue(least, `expected at least ${least}`),
    v.maxValue(most, `expected at most ${most}`),
  )
}

/** A list that travels as one comma-joined query value. Empty pieces are dropped; more than `most` pieces are refused. */
/* @__NO_SIDE_EFFECTS__ */
export function commaList<const Item extends v.GenericSchema<string, string>>(item: Item, most: number) {
  return v.pipe(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',')),
      ),
    ]),
    v.transform((pieces) => pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')),
    v.maxLength(most, `expected at most ${most} entries`),
    v.array(item),
  )
}

/**
 * A list whose broken entries are left out one by one, so that one bad record never empties a page. What an entry is stands
 * as `entry` on the first step of the pipe, for whoever describes the list: it is read inside a transformation.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sturdyList<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    { ...v.array(v.unknown()), entry: item },
    v.transform((entries) =>
      entries.flatMap((entry): v.InferOutput<Item>[] => {
        const result = v.safeParse(item, entry)
        return result.success ? [result.output] : []
      }),
    ),
  )
}

/** A text that may be missing, `null`, or of a wrong kind, all of which read as `null`. */
export const optionalText = v.fallback(v.optional(v.nullable(v.string()), null), null)
