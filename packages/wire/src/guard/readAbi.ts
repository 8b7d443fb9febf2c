/**
 * Arguments of a contract call, read strictly and within their bounds. What a contract could take in two ways, such as an
 * address with bits above its 160, is not read. Source: Solidity, "Contract ABI Specification".
 */

export type Hex = `0x${string}`

/** A type of the ABI. A list has any length; a tuple its own fields. */
export type AbiType =
  | 'address'
  | 'bool'
  | 'bytes'
  | 'bytes32'
  | `uint${number}`
  | { readonly list: AbiType }
  | { readonly tuple: readonly AbiType[] }

/** What a type is read as: addresses and bytes in lower case. */
export type AbiValue<Type extends AbiType> = Type extends `uint${number}`
  ? bigint
  : Type extends 'bool'
    ? boolean
    : Type extends string
      ? Hex
      : Type extends { readonly list: infer Item extends AbiType }
        ? readonly AbiValue<Item>[]
        : Type extends { readonly tuple: infer Fields extends readonly AbiType[] }
          ? AbiValues<Fields>
          : never

export type AbiValues<Types extends readonly AbiType[]> = {
  readonly [Index in keyof Types]: Types[Index] extends AbiType ? AbiValue<Types[Index]> : never
}

/** Hexadecimal digits of one word, and of an address in its lower end. */
const WORD = 64
const ADDRESS = 40

/** Thrown and caught in this file alone. */
class OutOfForm extends Error {}

/**
 * The values of `digits`, which are hexadecimal without `0x` and without a selector; undefined when they do not have this form.
 * Never throws. What follows the last value is not looked at, as contracts do not look at it.
 */
export function readAbi<const Types extends readonly AbiType[]>(
  types: Types,
  digits: string,
): AbiValues<Types> | undefined {
  const values: unknown = readValues(types, digits)
  return values as AbiValues<Types> | undefined
}

/** The same for types that no compiler knows. */
export function readValues(types: readonly AbiType[], digits: string): readonly unknown[] | undefined {
  if (!/^([0-9a-f]{2})*$/.test(digits)) return undefined
  try {
    return readSequence(types, digits, 0)
  } catch (error) {
    if (error instanceof OutOfForm) return undefined
    throw error
  }
}

/** Heads one after the other; what a head points to is counted from `base`, where they begin. */
function readSequence(types: readonly AbiType[], digits: string, base: number): readonly unknown[] {
  let at = base
  return types.map((type) => {
    const start = isDynamic(type) ? base + readLength(digits, at) * 2 : at
    at += isDynamic(type) ? WORD : widthOf(type)
    return readValue(type, digits, start)
  })
}

function readValue(type: AbiType, digits: string, at: number): unknown {
  if (typeof type === 'object') {
    if ('tuple' in type) return readSequence(type.tuple, digits, at)
    const count = readLength(digits, at)
    const start = at + WORD
    // Every item takes at least its head, so that a list cannot be longer than what is there.
    const width = isDynamic(type.list) ? WORD : widthOf(type.list)
    if (count * width > digits.length - start) throw new OutOfForm()
    return readSequence(new Array<AbiType>(count).fill(type.list), digits, start)
  }
  if (type === 'bytes') {
    const length = readLength(digits, at) * 2
    const start = at + WORD
    if (length > digits.length - start) throw new OutOfForm()
    return `0x${digits.slice(start, start + length)}`
  }
  const word = readWord(digits, at)
  if (type === 'bytes32') return `0x${word}`
  if (type === 'address') {
    if (/[^0]/.test(word.slice(0, WORD - ADDRESS))) throw new OutOfForm()
    return `0x${word.slice(WORD - ADDRESS)}`
  }
  const value = BigInt(`0x${word}`)
  const bits = type === 'bool' ? 1 : Number(type.slice('uint'.length))
  if (value >> BigInt(bits) !== 0n) throw new OutOfForm()
  return type === 'bool' ? value === 1n : value
}

function readWord(digits: string, at: number): string {
  const word = digits.slice(at, at + WORD)
  if (word.length < WORD) throw new OutOfForm()
  return word
}

/** A number of bytes or items; one that is larger than all there is, is out of form. */
function readLength(digits: string, at: number): number {
  const value = BigInt(`0x${readWord(digits, at)}`)
  if (value > BigInt(digits.length)) throw new OutOfForm()
  return Number(value)
}

function isDynamic(type: AbiType): boolean {
  return type === 'bytes' || (typeof type === 'object' && ('list' in type || type.tuple.some(isDynamic)))
}

/** Digits that a type of fixed size takes. */
function widthOf(type: AbiType): number {
  if (typeof type !== 'object' || 'list' in type) return WORD
  return type.tuple.reduce((sum, field) => sum + widthOf(field), 0)
}
