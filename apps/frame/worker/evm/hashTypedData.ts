/**
 * The hash of typed data, which is signed. A type that is not there, a value that is missing or does not fit its type is refused, never
 * filled in (SEC-47). Source: EIP-712.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import type { TypedData } from '../../approve/types.ts'
import { invalid } from '../../channel/CallError.ts'
import { fromHex, isHex } from './hex.ts'

const fields = v.pipe(v.array(v.object({ name: v.string(), type: v.string() })), v.maxLength(256))

const typedData = v.object({
  types: v.record(v.string(), fields),
  primaryType: v.string(),
  domain: v.record(v.string(), v.unknown()),
  message: v.record(v.string(), v.unknown()),
})

/** The parts of a domain, in their order. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

const DOMAIN = 'EIP712Domain'

/** How deep types may stand in each other. */
const MOST_DEPTH = 16

type Types = TypedData['types']

/** Reads what `eth_signTypedData_v4` is handed: an object or its JSON. Throws a `CallError`. */
export const readTypedData = (given: unknown): TypedData => {
  let value = given
  try {
    if (typeof given === 'string') value = JSON.parse(given)
  } catch {
    throw invalid('The typed data is not JSON')
  }
  const read = v.safeParse(typedData, value)
  if (!read.success) throw invalid('The typed data has not the form of EIP-712')
  const { types, domain } = read.output
  if (Object.hasOwn(types, DOMAIN)) return read.output
  // Who leaves the type of the domain out means the parts that the domain has, as libraries do.
  const held = DOMAIN_FIELDS.filter(({ name }) => Object.hasOwn(domain, name))
  return { ...read.output, types: { ...types, [DOMAIN]: held } }
}

const fieldsOf = (types: Types, name: string) => {
  const found = Object.hasOwn(types, name) ? types[name] : undefined
  if (!found) throw invalid(`The typed data has no type ${name.slice(0, 64)}`)
  return found
}

const baseOf = (type: string): string => type.replace(/(?:\[\d*\])+$/u, '')

const isAtomic = (type: string): boolean =>
  /^(?:address|bool|string|bytes|bytes(?:[1-9]|[12]\d|3[0-2])|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)$/u.test(
    type,
  )

const listTypes = (types: Types, name: string, found: Set<string> = new Set()): Set<string> => {
  const base = baseOf(name)
  if (isAtomic(base) || found.has(base)) return found
  found.add(base)
  for (const { type } of fieldsOf(types, base)) listTypes(types, type, found)
  return found
}

const writeType = (types: Types, name: string): string => {
  const [first, ...others] = listTypes(types, name)
  return [first ?? name, ...others.sort()]
    .map(
      (each) =>
        `${each}(${fieldsOf(types, each)
          .map(({ name: field, type }) => `${type} ${field}`)
          .join(',')})`,
    )
    .join('')
}

const toWord = (value: bigint): Uint8Array => {
  const word = new Uint8Array(32)
  let left = BigInt.asUintN(256, value)
  for (let at = 31; left > 0n; at -= 1, left >>= 8n) word[at] = Number(left & 255n)
  return word
}

const readInteger = (value: unknown): bigint | undefined => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(?:-?\d{1,78}|0x[\da-fA-F]{1,64})$/u.test(value)) return BigInt(value)
  return undefined
}

const writeInteger = (type: string, value: unknown): Uint8Array => {
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.replace(/^u?int/u, '') || 256)
  const number = readInteger(value)
  const [least, most] = isSigned ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n]
  if (number === undefined || number < least || number > most) throw invalid(`A value is no ${type}`)
  return toWord(number)
}

const writeAtom = (type: string, value: unknown): Uint8Array => {
  if (type === 'string' && typeof value === 'string') return keccak_256(utf8ToBytes(value))
  if (type === 'bytes' && isHex(value)) return keccak_256(fromHex(value))
  if (type === 'bool' && typeof value === 'boolean') return toWord(value ? 1n : 0n)
  if (type === 'address' && isHex(value, 20)) return toWord(BigInt(value))
  if (/int/u.test(type)) return writeInteger(type, value)
  const size = /^bytes(\d+)$/u.exec(type)?.[1]
  if (size !== undefined && isHex(value, Number(size))) {
    const word = new Uint8Array(32)
    word.set(fromHex(value))
    return word
  }
  throw invalid(`A value is no ${type}`)
}

const writeValue = (types: Types, type: string, value: unknown, depth: number): Uint8Array => {
  if (depth > MOST_DEPTH) throw invalid('The typed data is nested too deeply')
  const [, inner, count] = /^(.*)\[(\d*)\]$/u.exec(type) ?? []
  if (inner !== undefined) {
    if (!Array.isArray(value) || (count !== '' && value.length !== Number(count)))
      throw invalid(`A value is no ${type}`)
    return keccak_256(concatBytes(...value.map((each) => writeValue(types, inner, each, depth + 1))))
  }
  if (isAtomic(type)) return writeAtom(type, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(`A value is no ${type}`)
  return hashStruct(types, type, value as Readonly<Record<string, unknown>>, depth + 1)
}

/** The hash of one struct, without the domain. Throws a `CallError`. */
export const hashStruct = (
  types: Types,
  name: string,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Uint8Array => {
  const parts = fieldsOf(types, name).map(({ name: field, type }) => {
    if (!Object.hasOwn(value, field)) throw invalid(`The typed data has no value for ${field.slice(0, 64)}`)
    return writeValue(types, type, value[field], depth)
  })
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(writeType(types, name))), ...parts))
}

/** The 32 bytes that are signed. Throws a `CallError`. */
export const hashTypedData = ({ types, domain, primaryType, message }: TypedData): Uint8Array => {
  const own = hashStruct(types, DOMAIN, domain, 1)
  const body = primaryType === DOMAIN ? [] : [hashStruct(types, primaryType, message, 1)]
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), own, ...body))
}
