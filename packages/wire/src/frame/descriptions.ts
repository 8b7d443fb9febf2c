/**
 * What the operator of the frame says of calls of contracts, so that they are shown in words: the part of an ERC-7730 descriptor that the
 * frame follows, checked and taken apart where it is read (`packages/server/src/frame/readDescriptors.ts`).
 */
import * as v from 'valibot'
import { networkId } from '../schema.ts'

/** A value of the call: an argument by its names and places, or a part of the transaction. A place counts from the end where it is below 0. */
const path = v.variant('of', [
  v.object({ of: v.literal('arguments'), steps: v.pipe(v.array(v.union([v.string(), v.number()])), v.minLength(1)) }),
  v.object({ of: v.literal('call'), part: v.picklist(['from', 'to', 'value']) }),
])
export type DescribedPath = v.InferOutput<typeof path>

const address = v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/))
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

const field = v.object({
  label,
  path,
  format: v.variant('as', [
    v.object({ as: v.picklist(['raw', 'address', 'coin', 'date', 'duration']) }),
    v.object({
      as: v.literal('token'),
      /** The token, or where it is named; absent: the contract that is called. */
      token: v.optional(v.union([address, path])),
      /** From this amount on (decimal, base units) the words are said in its place. */
      most: v.optional(v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,78}$/)), words: label })),
    }),
    v.object({ as: v.literal('choice'), words: v.record(v.string(), label) }),
    v.object({
      as: v.literal('unit'),
      decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77)),
      unit: label,
    }),
  ]),
})
export type DescribedField = v.InferOutput<typeof field>

/** An argument: its name, and its type of the ABI; of tuples the fields, of lists what they hold. */
export type DescribedInput = {
  readonly name: string
  readonly type: string
  readonly fields?: readonly DescribedInput[] | undefined
  readonly list?: boolean | undefined
}
const input: v.GenericSchema<DescribedInput> = v.object({
  name: v.string(),
  type: v.string(),
  fields: v.optional(v.array(v.lazy(() => input))),
  list: v.optional(v.boolean()),
})

/** One function of one contract. */
export const callDescription = v.object({
  networkId,
  /** The contract, in lower case. */
  to: address,
  /** Four bytes in hex. */
  selector: v.pipe(v.string(), v.regex(/^0x[\da-f]{8}$/)),
  /** What it is for, in the operator's words. */
  intent: label,
  inputs: v.array(input),
  fields: v.array(field),
})
export type CallDescription = v.InferOutput<typeof callDescription>
