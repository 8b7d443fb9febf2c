/** Hash of typed structured data. Source: EIP-712. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { concatBytes, toRlpInteger } from './rlp.ts'

type Field = { readonly name: string; readonly type: string }

/** Typed data as `eth_signTypedData_v4` carries it. */
export type TypedData = {
  readonly types: Readonly<Record<string, readonly Field[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** The types of a domain that sends none, in the order of the standard. */
const DOMAIN_FIELDS: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** The 32 bytes that are signed. Throws on a type that the data does not describe and on values that do not fit theirs. */
export function hashTypedData(data: TypedData): Uint8Array {
  const domainFields = data.types.EIP712Domain ?? DOMAIN_FIELDS.filter(({ name }) => data.domain[name] !== undefined)
  const types = { ...data.types, EIP712Domain: domainFields }
  const parts = [Uint8Array.of(0x19, 0x01), hashStruct(types, 'EIP712Domain', data.domain)]
  if (data.primaryType !== 'EIP712Domain') parts.push(hashStruct(types, data.primaryType, data.message))
  return keccak_256(concatBytes(parts))
}

function hashStruct(types: TypedData['types'], type: string, value: Readonly<Record<string, unknown>>): Uint8Array {
  const fields = getFields(types, type)
  return keccak_256(
    concatBytes([
      hashText(encodeType(types, type)),
      ...fields.map((field) => encodeValue(types, field.type, value[field.name])),
    ]),
  )
}

/** `Mail(Person from,Person to)Person(address wallet)`: the type, then those that it refers to in alphabetical order. */
function encodeType(types: TypedData['types'], type: string): string {
  const referred = new Set<string>()
  const visit = (name: string) => {
    if (referred.has(name) || !types[name]) return
    referred.add(name)
    for (const field of getFields(types, name)) visit(field.type.replace(/\[.*$/, ''))
  }
  visit(type)
  referred.delete(type)
  return [type, ...[...referred].sort()]
    .map(
      (name) =>
        `${name}(${getFields(types, name)
          .map((field) => `${field.type} ${field.name}`)
          .join(',')})`,
    )
    .join('')
}

function encodeValue(types: TypedData['types'], type: string, value: unknown): Uint8Array {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    if (!Array.isArray(value) || (list[2] && value.length !== Number(list[2]))) throw new TypeError(`not a ${type}`)
    return keccak_256(concatBytes(value.map((item) => encodeValue(types, list[1] ?? '', item))))
  }
  if (types[type]) {
    if (value === undefined || value === null) return new Uint8Array(32)
    return hashStruct(types, type, value as Record<string, unknown>)
  }
  if (type === 'string') return hashText(String(value))
  if (type === 'bytes') return keccak_256(hexToBytes(String(value).slice(2)))
  if (type === 'bool') return toWord(value === true || value === 'true' ? 1n : 0n)
  const fixed = /^bytes(\d+)$/.exec(type)
  if (fixed) {
    const bytes = hexToBytes(String(value).slice(2))
    if (bytes.length !== Number(fixed[1])) throw new TypeError(`not a ${type}`)
    return concatBytes([bytes, new Uint8Array(32 - bytes.length)])
  }
  if (type === 'address' || /^u?int\d*$/.test(type)) return toWord(BigInt(value as string | number))
  throw new TypeError(`unknown type ${type}`)
}

/** A number in 32 bytes, negative ones as two's complement. */
function toWord(value: bigint): Uint8Array {
  const bytes = toRlpInteger(BigInt.asUintN(256, value))
  return concatBytes([new Uint8Array(32 - bytes.length), bytes])
}

function getFields(types: TypedData['types'], type: string): readonly Field[] {
  const fields = types[type]
  if (!fields) throw new TypeError(`unknown type ${type}`)
  return fields
}

function hashText(text: string): Uint8Array {
  return keccak_256(new TextEncoder().encode(text))
}
