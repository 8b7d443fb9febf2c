/** Writes arguments of contract calls. Source: Solidity, "Contract ABI Specification". */
import type { Hex } from '@latchkey/wire/guard'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, toHex } from '../hex.ts'

/** An argument: a word as a number, bytes of any length, a list of equal items, or a struct. Addresses are words (`BigInt(address)`). */
export type AbiArgument =
  | bigint
  | Uint8Array
  | { readonly list: readonly AbiArgument[] }
  | { readonly tuple: readonly AbiArgument[] }

const WORD = 32

/** A number of up to 256 bits as a word. */
export const toWord = (value: bigint): Uint8Array => {
  if (value < 0n || value >> 256n !== 0n) throw new RangeError('a word has 256 bits')
  return fromHex(`0x${value.toString(16).padStart(2 * WORD, '0')}`)
}

const isDynamic = (argument: AbiArgument): boolean => {
  if (typeof argument === 'bigint') return false
  if (argument instanceof Uint8Array || 'list' in argument) return true
  return argument.tuple.some(isDynamic)
}

const padToWord = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil(bytes.length / WORD) * WORD)
  padded.set(bytes)
  return padded
}

const writeOne = (argument: AbiArgument): Uint8Array => {
  if (typeof argument === 'bigint') return toWord(argument)
  if (argument instanceof Uint8Array) return concatBytes(toWord(BigInt(argument.length)), padToWord(argument))
  if ('tuple' in argument) return writeAbi(argument.tuple)
  return concatBytes(toWord(BigInt(argument.list.length)), writeAbi(argument.list))
}

/** Arguments one after the other, as `abi.encode` writes them. */
export const writeAbi = (values: readonly AbiArgument[]): Uint8Array => {
  const written = values.map((value) => ({ bytes: writeOne(value), isDynamic: isDynamic(value) }))
  let end = written.reduce((sum, { bytes, isDynamic: isFar }) => sum + (isFar ? WORD : bytes.length), 0)
  const heads = written.map(({ bytes, isDynamic: isFar }) => {
    if (!isFar) return bytes
    const head = toWord(BigInt(end))
    end += bytes.length
    return head
  })
  return concatBytes(...heads, ...written.flatMap(({ bytes, isDynamic: isFar }) => (isFar ? [bytes] : [])))
}

/** The data of a call: the function's selector, four bytes, and its arguments. */
export const writeCall = (selector: Hex, values: readonly AbiArgument[]): Hex =>
  toHex(concatBytes(fromHex(selector), writeAbi(values)))
