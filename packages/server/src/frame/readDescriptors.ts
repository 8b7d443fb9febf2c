/** Reads ERC-7730 descriptors into what the frame follows. What it cannot follow is an error of the configuration, so that nothing is left out unseen. */
import { readFileSync } from 'node:fs'
import type { CallDescription, DescribedField, DescribedInput, DescribedPath } from '@latchkey/wire/frame/descriptions'
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as v from 'valibot'
import { ConfigError } from '../config.ts'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(80))
const parameters = v.optional(v.record(v.string(), v.unknown()), {})
const field = v.looseObject({
  path: v.optional(v.string()),
  label: v.optional(text),
  format: v.optional(v.nullable(v.string())),
  params: parameters,
  visible: v.optional(v.unknown()),
  $ref: v.optional(v.string()),
})
const descriptor = v.looseObject({
  context: v.looseObject({
    contract: v.looseObject({
      deployments: v.pipe(
        v.array(
          v.looseObject({
            chainId: v.pipe(v.number(), v.integer(), v.minValue(1)),
            address: v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/), v.toLowerCase()),
          }),
        ),
        v.minLength(1),
      ),
    }),
  }),
  metadata: v.optional(v.looseObject({ enums: v.optional(v.record(v.string(), v.record(v.string(), text)), {}) }), {}),
  display: v.looseObject({
    definitions: v.optional(v.record(v.string(), field), {}),
    formats: v.record(
      v.string(),
      v.looseObject({ intent: text, fields: v.array(field), excluded: v.optional(v.array(v.string()), []) }),
    ),
  }),
})
type Descriptor = v.InferOutput<typeof descriptor>
type Field = v.InferOutput<typeof field>

/** Thrown and caught in this file alone: what of a descriptor the frame does not follow. */
class NotFollowed extends Error {}

/** Types that the frame reads (`guard/readAbi.ts`). */
const ATOM =
  /^(address|bool|bytes|bytes32|string|uint(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)$/

/** Parts of a list that commas part, but for those within parentheses. */
const splitList = (list: string): readonly string[] => {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of list) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return part.trim() === '' && parts.length === 0 ? [] : [...parts, part]
}

const readInput = (given: string): DescribedInput => {
  const argument = given.trim().replace(/^tuple(?=\()/, '')
  const read = /^(\(.*\)|[a-z0-9]+)((?:\[\d*\])*)\s*(\w+)?$/s.exec(argument)
  if (!read) throw new NotFollowed(`"${given.trim()}" is no argument with a name`)
  const [, base = '', lists = '', name = ''] = read
  if (lists !== '') {
    if (!lists.endsWith('[]')) throw new NotFollowed(`"${given.trim()}": lists of a fixed length are not read`)
    const inner = readInput(`${base}${lists.slice(0, -2)}`)
    return { name, type: inner.type, list: true, fields: [inner] }
  }
  if (base.startsWith('(')) return { name, type: 'tuple', fields: splitList(base.slice(1, -1)).map(readInput) }
  if (!ATOM.test(base)) throw new NotFollowed(`the type ${base} is not read`)
  return { name, type: base === 'uint' ? 'uint256' : base }
}

const writeType = ({ type, fields = [], list }: DescribedInput): string => {
  if (list) return `${fields.map(writeType).join('')}[]`
  return type === 'tuple' ? `(${fields.map(writeType).join(',')})` : type
}

/** A function as Solidity writes it, with the names of its arguments. */
const readSignature = (
  signature: string,
): { readonly inputs: readonly DescribedInput[]; readonly selector: string } => {
  const [, name, list] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(signature) ?? []
  if (name === undefined || list === undefined) throw new NotFollowed('it is no function as Solidity writes it')
  const inputs = splitList(list).map(readInput)
  if (inputs.some((each) => each.name === '')) throw new NotFollowed('its arguments need names')
  const canonical = `${name}(${inputs.map(writeType).join(',')})`
  const hash = keccak_256(new TextEncoder().encode(canonical))
  return { inputs, selector: `0x${Buffer.from(hash.subarray(0, 4)).toString('hex')}` }
}

const PARTS = ['from', 'to', 'value'] as const

const readPath = (given: unknown, inputs: readonly DescribedInput[]): DescribedPath => {
  if (typeof given !== 'string') throw new NotFollowed('a path is missing')
  if (given.startsWith('@.')) {
    const part = PARTS.find((each) => `@.${each}` === given)
    if (!part) throw new NotFollowed(`the path ${given} is not followed`)
    return { of: 'call', part }
  }
  const steps = given
    .replace(/^#\./, '')
    .split('.')
    .map((step) => {
      const [, place] = /^\[(-?\d+)\]$/.exec(step) ?? []
      if (place !== undefined) return Number(place)
      if (!/^\w+$/.test(step)) throw new NotFollowed(`the path ${given} is not followed`)
      return step
    })
  let at: DescribedInput | undefined = { name: '', type: 'tuple', fields: inputs }
  for (const step of steps) {
    if (typeof step === 'number') at = at?.list ? at.fields?.[0] : undefined
    else at = at?.list ? undefined : at?.fields?.find(({ name }) => name === step)
    if (!at) throw new NotFollowed(`there is nothing at the path ${given}`)
  }
  return { of: 'arguments', steps }
}

const readFormat = (
  { format, params }: Field,
  inputs: readonly DescribedInput[],
  { metadata }: Descriptor,
): DescribedField['format'] => {
  switch (format ?? 'raw') {
    case 'raw':
      return { as: 'raw' }
    case 'addressName':
      return { as: 'address' }
    case 'amount':
      return { as: 'coin' }
    case 'duration':
      return { as: 'duration' }
    case 'date':
      if (params.encoding !== 'timestamp') throw new NotFollowed('of dates timestamps alone are followed')
      return { as: 'date' }
    case 'unit':
      return {
        as: 'unit',
        unit: v.parse(text, params.base),
        decimals: v.parse(v.optional(v.number(), 0), params.decimals),
      }
    case 'enum': {
      const [, name = ''] = /^\$\.metadata\.enums\.(\w+)$/.exec(String(params.$ref)) ?? []
      const words = metadata.enums[name]
      if (!words) throw new NotFollowed('its words are not among metadata.enums')
      return { as: 'choice', words }
    }
    case 'tokenAmount': {
      const { token, tokenPath, threshold, message } = params
      const most =
        threshold === undefined
          ? undefined
          : { amount: String(BigInt(String(threshold))), words: v.parse(text, message ?? '∞') }
      const named =
        typeof token === 'string'
          ? v.parse(v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/), v.toLowerCase()), token)
          : undefined
      return {
        as: 'token',
        ...(named !== undefined ? { token: named } : tokenPath !== undefined && { token: readPath(tokenPath, inputs) }),
        ...(most && { most }),
      }
    }
    default:
      throw new NotFollowed(`the format ${format} is not followed`)
  }
}

const readFields = (
  fields: readonly Field[],
  inputs: readonly DescribedInput[],
  whole: Descriptor,
): readonly DescribedField[] =>
  fields.flatMap((given): readonly DescribedField[] => {
    const [, reference] = /^\$\.display\.definitions\.(\w+)$/.exec(given.$ref ?? '') ?? []
    const base = reference === undefined ? undefined : whole.display.definitions[reference]
    if (given.$ref !== undefined && !base) throw new NotFollowed(`there is nothing at ${given.$ref}`)
    const each = { ...base, ...given, params: { ...base?.params, ...given.params } }
    if (each.visible === 'never' || each.visible === false) return []
    if (each.label === undefined) throw new NotFollowed('a field has no label')
    return [{ label: each.label, path: readPath(each.path, inputs), format: readFormat(each, inputs, whole) }]
  })

/** Reads one descriptor. Throws an `Error` that says what of it is not followed. */
export function readDescriptor(json: unknown): readonly CallDescription[] {
  const read = v.safeParse(descriptor, json)
  if (!read.success) {
    const [issue] = read.issues
    throw new NotFollowed(`${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
  }
  const whole = read.output
  return Object.entries(whole.display.formats).flatMap(([signature, { intent, fields }]) => {
    try {
      const { inputs, selector } = readSignature(signature)
      const described = { selector, intent, inputs: [...inputs], fields: [...readFields(fields, inputs, whole)] }
      return whole.context.contract.deployments.map(({ chainId, address }) => ({
        networkId: `eip155:${chainId}` as const,
        to: address,
        ...described,
      }))
    } catch (error) {
      throw new NotFollowed(`${signature}: ${error instanceof Error ? error.message : error}`)
    }
  })
}

/** Reads the files of the configuration. Throws a `ConfigError` that says which of them is wrong, and how. */
export function readDescriptors(paths: readonly string[]): readonly CallDescription[] {
  return paths.flatMap((path, index) => {
    try {
      return readDescriptor(JSON.parse(readFileSync(path, 'utf8')))
    } catch (error) {
      const problem = `${path} cannot be followed: ${error instanceof Error ? error.message : error}`
      throw new ConfigError([{ key: `descriptors[${index}]`, problem }])
    }
  })
}
