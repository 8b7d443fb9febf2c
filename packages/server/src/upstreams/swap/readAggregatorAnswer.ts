import * as v from 'valibot'
import type { Hex } from 'viem'

/** An amount in base units, as decimal digits of a 256 bit number at most. */
export const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
)

/** Data of a contract call. */
export const hexData = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2})+$/),
  v.transform((text) => text as Hex),
)
