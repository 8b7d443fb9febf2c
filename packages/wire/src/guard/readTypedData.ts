/**
 * Typed data whole, as a tree that shows everything that is signed and nothing else. What is missing, too much, of another type or
 * named so that it could be taken for something else is refused. Source: EIP-712.
 */
import { showHidden } from './showHidden.ts'
import { addFinding, type SigningFinding } from './signingFindings.ts'

/** One field: a value, or a structure or list with fields of its own; those of a list are named by their places. */
export type TypedField =
  | { readonly kind: 'value'; readonly name: string; readonly type: string; readonly value: string }
  | { readonly kind: 'group'; readonly name: string; readonly type: string; readonly fields: readonly TypedField[] }

/** Typed data that can be signed, or what is wrong with it, in words for whoever asked. */
export type TypedDataReading =
  | {
      readonly ok: true
      readonly primaryType: string
      readonly domain: readonly TypedField[]
      readonly message: readonly TypedField[]
      readonly chainId: bigint | undefined
      /** Whether a text in it shows nothing in places. */
      readonly hides: boolean
    }
  | { readonly ok: false; readonly problem: string }

type Field = { readonly name: string; readonly type: string }
type Types = ReadonlyMap<string, readonly Field[]>

/** The fields that a domain may have, in their order. */
const DOMAIN: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Most structures, fields and levels: beyond them nobody reads what is signed. */
const MOST_TYPES = 64
const MOST_FIELDS = 2_048
const MOST_LEVELS = 16

/** What a structure or a field may be called: anything else could end one word and begin another in what is hashed. */
const NAME = /^[A-Za-z_$][\w$]{0,127}$/u
const ATOM =
  /^(?:address|bool|string|bytes|bytes(?:[1-9]|[12]\d|3[0-2])|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/u
/** Names of built-in types, the short ones `int` and `uint` among them, which no structure may take. */
const BUILT_IN = /^(?:address|bool|string|bytes\d*|u?int\d*|function|u?fixed(?:\d+x\d+)?)$/u
const LIST = /^(.+)\[(\d{0,4})\]$/u

/** Thrown and caught in this file alone. */
class Refused extends Error {}

/** Reads typed data as it would be signed. `chainId`: of the network that is in use. Never throws. */
export function readTypedData(data: unknown, chainId: bigint): TypedDataReading {
  try {
    return read(data, chainId)
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.message }
    throw error
  }
}

/** What is worth knowing of it beyond its meaning. */
export function listTypedDataFindings(reading: TypedDataReading): readonly SigningFinding[] {
  const findings: SigningFinding[] = []
  if (!reading.ok) return findings
  if (reading.hides) addFinding(findings, 'TEXT_HIDES', {})
  if (reading.chainId === undefined) addFinding(findings, 'TYPED_ANY_CHAIN', {})
  return findings
}

function read(data: unknown, chainId: bigint): TypedDataReading {
  const { types: given, primaryType, domain, message } = toRecord(data, 'typed data')
  const types = readTypes(given)
  if (typeof primaryType !== 'string' || !types.has(primaryType)) throw new Refused('primaryType is none of types')
  if (primaryType === 'EIP712Domain') throw new Refused('A domain alone is not signed')
  const named = toRecord(domain, 'domain')
  const domainFields = readDomainType(types, named)
  const walk = { types, left: MOST_FIELDS, hides: false }
  const shownDomain = readFields(walk, domainFields, named, 'domain', 0)
  const shownMessage = readFields(walk, types.get(primaryType) ?? [], toRecord(message, 'message'), 'message', 0)
  const said = named.chainId === undefined ? undefined : toInteger(named.chainId)
  if (said !== undefined && said !== chainId) throw new Refused('domain.chainId is not of the network in use')
  return {
    ok: true,
    primaryType,
    domain: shownDomain,
    message: shownMessage,
    chainId: said,
    hides: walk.hides,
  }
}

/** Every structure, each name once, each field of a type that is known. */
function readTypes(given: unknown): Types {
  const entries = Object.entries(toRecord(given, 'types'))
  if (entries.length > MOST_TYPES) throw new Refused('types has too many structures')
  const types = new Map<string, readonly Field[]>()
  for (const [name, list] of entries) {
    if (!NAME.test(name) || BUILT_IN.test(name)) throw new Refused(`types.${show(name)} is no name of a structure`)
    if (!Array.isArray(list) || list.length > MOST_FIELDS) throw new Refused(`types.${name} is no list of fields`)
    types.set(name, list.map(readField))
    if (new Set(types.get(name)?.map((field) => field.name)).size !== list.length) {
      throw new Refused(`types.${name} has a field twice`)
    }
  }
  for (const [name, fields] of types) {
    for (const { type } of fields) {
      if (!isKnown(type, types)) throw new Refused(`types.${name} has a field of the unknown type ${show(type)}`)
    }
  }
  return types
}

function readField(field: unknown): Field {
  const { name, type, ...more } = toRecord(field, 'a field of types')
  if (typeof name !== 'string' || !NAME.test(name)) throw new Refused('A field of types has no name')
  if (typeof type !== 'string' || Object.keys(more).length > 0) throw new Refused(`The field ${name} has no type alone`)
  return { name, type }
}

function isKnown(type: string, types: Types): boolean {
  const [, item] = LIST.exec(type) ?? []
  return item === undefined ? ATOM.test(type) || types.has(type) : isKnown(item, types)
}

/** The fields of the domain: those that `EIP712Domain` lists, or where it is left out those that are there. */
function readDomainType(types: Types, domain: Readonly<Record<string, unknown>>): readonly Field[] {
  const listed = types.get('EIP712Domain') ?? DOMAIN.filter(({ name }) => Object.hasOwn(domain, name))
  for (const { name, type } of listed) {
    if (!DOMAIN.some((each) => each.name === name && each.type === type)) {
      throw new Refused(`EIP712Domain has the field ${name} of type ${show(type)}`)
    }
  }
  return listed
}

type Walk = { readonly types: Types; left: number; hides: boolean }

function readFields(
  walk: Walk,
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  path: string,
  level: number,
): readonly TypedField[] {
  // What no type names is not signed, and would be read as if it were.
  const extra = Object.keys(values).find((name) => !fields.some((field) => field.name === name))
  if (extra !== undefined) throw new Refused(`${path}.${show(extra)} is in no type`)
  return fields.map(({ name, type }) => {
    if (!Object.hasOwn(values, name)) throw new Refused(`${path}.${name} is missing`)
    return readValue(walk, name, type, values[name], `${path}.${name}`, level + 1)
  })
}

function readValue(walk: Walk, name: string, type: string, value: unknown, path: string, level: number): TypedField {
  walk.left -= 1
  if (walk.left < 0 || level > MOST_LEVELS) throw new Refused('More than anybody reads')
  const [, item, count] = LIST.exec(type) ?? []
  if (item !== undefined) {
    if (!Array.isArray(value)) throw new Refused(`${path} is no list`)
    if (count !== '' && Number(count) !== value.length) throw new Refused(`${path} has not ${count} items`)
    const fields = value.map((each, index) =>
      readValue(walk, String(index + 1), item, each, `${path}[${index}]`, level + 1),
    )
    return { kind: 'group', name, type, fields }
  }
  const structure = walk.types.get(type)
  if (structure) {
    return { kind: 'group', name, type, fields: readFields(walk, structure, toRecord(value, path), path, level) }
  }
  const atom = readAtom(type, value)
  if (atom === undefined) throw new Refused(`${path} is no ${type}`)
  if (type !== 'string') return { kind: 'value', name, type, value: atom }
  const { text, hides } = showHidden(atom)
  walk.hides ||= hides
  return { kind: 'value', name, type, value: text }
}

function readAtom(type: string, value: unknown): string | undefined {
  if (type === 'string') return typeof value === 'string' ? value : undefined
  if (type === 'bool') return typeof value === 'boolean' ? String(value) : undefined
  if (type === 'address') return typeof value === 'string' && /^0x[0-9a-f]{40}$/iu.test(value) ? value : undefined
  if (type.startsWith('bytes')) {
    const isHex = typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/iu.test(value)
    const width = type.slice('bytes'.length)
    return isHex && (width === '' || value.length === 2 + Number(width) * 2) ? value.toLowerCase() : undefined
  }
  const number = toInteger(value)
  if (number === undefined) return undefined
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.slice(isSigned ? 3 : 4))
  const isInside = isSigned
    ? number >= -(1n << (bits - 1n)) && number < 1n << (bits - 1n)
    : number >= 0n && number < 1n << bits
  return isInside ? String(number) : undefined
}

/** A whole number as wallets take it: a number, a bigint, decimal or hexadecimal text. */
function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  const isText = typeof value === 'string' && /^(?:0x[0-9a-f]{1,64}|-?\d{1,78})$/iu.test(value)
  return isText ? BigInt(value) : undefined
}

function toRecord(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused(`${what} is no object`)
  return value as Readonly<Record<string, unknown>>
}

/** A name that somebody made up, as an error may quote it. */
function show(name: string): string {
  return showHidden(name.slice(0, 64)).text
}
