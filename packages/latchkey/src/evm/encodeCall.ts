/** The bytes of a contract call. Source: Solidity, "Contract ABI Specification". */
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { WriteContractRequest } from '../core/types/adapter.ts'
import { bytesToHex, type Hex, isHex, utf8ToHex } from './hex.ts'
import { toAddress } from './isAddress.ts'
import { sayInvalid } from './walletPort.ts'

/** A parameter as the JSON ABI has it. */
type Parameter = {
  readonly name?: string | undefined
  readonly type: string
  readonly components?: readonly Parameter[] | undefined
}
type AbiFunction = { readonly type: 'function'; readonly name: string; readonly inputs: readonly Parameter[] }

/** An encoded value, without 0x; a dynamic one is put behind the others and pointed to. */
type Encoded = { readonly hex: string; readonly isDynamic: boolean }

const WORD = 64

/**
 * Encodes a call of a function of the JSON ABI. Of several functions with one name the one with as many inputs as `args` is
 * meant; where that is not enough, `functionName` is written with its types: `transfer(address,uint256)`. Integers are bigint
 * or safe numbers, bytes are hexadecimal text, tuples are lists or objects. Throws `REQUEST_INVALID`.
 */
export function encodeCall({ abi, functionName, args = [] }: WriteContractRequest): Hex {
  if (!Array.isArray(abi)) throw sayInvalid('abi', 'a list of the JSON ABI')
  if (!Array.isArray(args)) throw sayInvalid('args', 'a list')
  const functions = abi.filter(isFunction)
  const candidates = functions.filter(
    (item) => toSignature(item) === functionName || (item.name === functionName && item.inputs.length === args.length),
  )
  const [wanted] = candidates
  if (!wanted || candidates.length > 1 || wanted.inputs.length !== args.length) {
    throw sayInvalid('functionName', `one function of the ABI that takes ${args.length} arguments`)
  }
  const selector = bytesToHex(keccak_256(new TextEncoder().encode(toSignature(wanted))).slice(0, 4))
  return `${selector}${encodeSequence(wanted.inputs, args, 'args').hex}` as Hex
}

function isFunction(item: unknown): item is AbiFunction {
  const { type, name, inputs } = (item ?? {}) as Readonly<Record<string, unknown>>
  return type === 'function' && typeof name === 'string' && Array.isArray(inputs) && inputs.every(isParameter)
}

function isParameter(item: unknown): item is Parameter {
  const { type, components } = (item ?? {}) as Readonly<Record<string, unknown>>
  if (typeof type !== 'string') return false
  return components === undefined || (Array.isArray(components) && components.every(isParameter))
}

function toSignature({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(toType).join()})`
}

/** The canonical name of a type: tuples by their parts, the short integers in full. */
function toType({ type, components }: Parameter): string {
  if (type.startsWith('tuple')) return `(${(components ?? []).map(toType).join()})${type.slice('tuple'.length)}`
  return type.replace(/^(u?int)(?!\d)/, '$1256')
}

/** Heads, then the tails that they point to. */
function encodeSequence(parameters: readonly Parameter[], values: readonly unknown[], path: string): Encoded {
  const encoded = parameters.map((parameter, index) => encode(parameter, values[index], `${path}[${index}]`))
  let tailAt = encoded.reduce((sum, { hex, isDynamic }) => sum + (isDynamic ? WORD : hex.length), 0) / 2
  let heads = ''
  let tails = ''
  for (const { hex, isDynamic } of encoded) {
    heads += isDynamic ? toWord(BigInt(tailAt)) : hex
    if (!isDynamic) continue
    tails += hex
    tailAt += hex.length / 2
  }
  return { hex: heads + tails, isDynamic: tails !== '' }
}

function encode(parameter: Parameter, value: unknown, path: string): Encoded {
  const { type, components = [] } = parameter
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
  if (item !== undefined) {
    if (!Array.isArray(value) || (length && value.length !== Number(length))) {
      throw sayInvalid(path, length ? `a list of ${length}` : 'a list')
    }
    const itemOf: Parameter = { type: item, components }
    const { hex } = encodeSequence(
      value.map(() => itemOf),
      value,
      path,
    )
    return length
      ? { hex, isDynamic: isDynamicType(itemOf) && value.length > 0 }
      : { hex: toWord(BigInt(value.length)) + hex, isDynamic: true }
  }
  if (type === 'tuple') {
    const values = Array.isArray(value)
      ? value
      : components.map(({ name }) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name ?? ''])
    if (values.length !== components.length) throw sayInvalid(path, `a tuple of ${components.length}`)
    return encodeSequence(components, values, path)
  }
  if (type === 'string') {
    if (typeof value !== 'string') throw sayInvalid(path, 'a text')
    return encodeBytes(utf8ToHex(value))
  }
  if (type === 'bytes') {
    if (!isHex(value)) throw sayInvalid(path, 'bytes as hexadecimal text that begins with 0x')
    return encodeBytes(value)
  }
  return { hex: encodeWord(type, value, path), isDynamic: false }
}

function isDynamicType({ type, components = [] }: Parameter): boolean {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
  if (item !== undefined) return length === '' || (length !== '0' && isDynamicType({ type: item, components }))
  return type === 'string' || type === 'bytes' || (type === 'tuple' && components.some(isDynamicType))
}

function encodeBytes(data: Hex): Encoded {
  const digits = data.slice(2)
  const padded = digits.padEnd(Math.ceil(digits.length / WORD) * WORD, '0')
  return { hex: toWord(BigInt(digits.length / 2)) + padded, isDynamic: true }
}

/** A value that fits one word. */
function encodeWord(type: string, value: unknown, path: string): string {
  if (type === 'address') {
    const address = toAddress(value)
    if (!address) throw sayInvalid(path, 'an address of 0x and 40 hexadecimal digits')
    return address.slice(2).toLowerCase().padStart(WORD, '0')
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw sayInvalid(path, 'true or false')
    return toWord(value ? 1n : 0n)
  }
  const [, count] = /^bytes(\d+)$/.exec(type) ?? []
  if (count !== undefined) {
    if (!isHex(value) || value.length !== 2 + 2 * Number(count))
      throw sayInvalid(path, `${count} bytes as hexadecimal text`)
    return value.slice(2).padEnd(WORD, '0')
  }
  const [, unsigned, size] = /^(u?)int(\d*)$/.exec(type) ?? []
  if (unsigned === undefined) throw sayInvalid(path, `of a type that can be encoded, which ${type} cannot`)
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    throw sayInvalid(path, 'a bigint, or a safe whole number')
  const bits = BigInt(size || 256)
  const whole = BigInt(value as bigint | number)
  const fits = unsigned ? BigInt.asUintN(Number(bits), whole) === whole : BigInt.asIntN(Number(bits), whole) === whole
  if (!fits) throw sayInvalid(path, `in the range of ${type}`)
  return toWord(BigInt.asUintN(256, whole))
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(WORD, '0')
}
