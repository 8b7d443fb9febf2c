/** How a known function is described: its arguments, and what they say. */
import type { Operation } from '../operations.ts'
import type { AbiType, AbiValues, Hex } from '../readAbi.ts'

/** One call: by whom, of what, with which coin, and its data without `0x`, selector first. */
export type Call = { readonly by: Hex; readonly to: Hex; readonly value: bigint; readonly data: string }

/** What a call is: things done, and calls inside it. Undefined: its arguments contradict each other. */
export type Meaning = { readonly done?: readonly Operation[]; readonly inner?: readonly Call[] } | undefined

export type Reading = { readonly types: readonly AbiType[]; readonly say: (values: never, call: Call) => Meaning }

/** Known functions, by the first four bytes of the hash of their signature. */
export type Readings = Readonly<Record<string, Reading>>

export function reading<const Types extends readonly AbiType[]>(
  types: Types,
  say: (values: AbiValues<Types>, call: Call) => Meaning,
): Reading {
  return { types, say }
}

export const does = (...done: readonly Operation[]): Meaning => ({ done })
