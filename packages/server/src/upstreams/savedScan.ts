/** What every search of an account's logs is kept as: text, of which each part is read anew. */
import * as v from 'valibot'
import type { Hex } from 'viem'

export const savedAddress = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value))

export const savedBlock = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(-1),
  v.transform((number) => BigInt(number)),
)

export const savedTokenId = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

/** Which blocks were read, and of which chain. */
export const savedStretch = {
  /** Hash of the chain's first block: the same number may be another chain later, as where a chain of a developer begins anew. */
  first: v.string(),
  from: savedBlock,
  to: savedBlock,
  isCut: v.boolean(),
}

/** Writes the id of a token as `savedTokenId` reads it. */
export function writeTokenId(id: bigint): string {
  return `0x${id.toString(16)}`
}

/** Reads what was kept; undefined where the text is none of it, or of a chain that begins otherwise. */
export function readSaved<Kept extends { readonly first: string }>(
  schema: v.GenericSchema<unknown, Kept>,
  text: string,
  first: string,
): Kept | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = v.safeParse(schema, value)
  return read.success && read.output.first === first ? read.output : undefined
}
