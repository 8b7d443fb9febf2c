/** What a call is for, in the operator's words (ERC-7730), with its arguments as they say that they are read. */
import {
  type CallDescription,
  callDescription,
  type DescribedField,
  type DescribedInput,
  type DescribedPath,
} from '@latchkey/wire/frame/descriptions'
import { type AbiType, type EvmTransaction, type Hex, readValues } from '@latchkey/wire/guard'
import * as v from 'valibot'
import type { DescribedCall, DescribedRow } from '../../approve/types.ts'

/** Items of one list that are shown each on its own; of more their number would say nothing. */
const MOST_ITEMS = 20

const toType = ({ type, list, fields = [] }: DescribedInput): AbiType => {
  const [inner] = fields
  if (list) return { list: inner ? toType(inner) : 'bytes' }
  if (type === 'tuple') return { tuple: fields.map(toType) }
  // A text is read as its bytes, and shown as text below.
  return (type === 'string' ? 'bytes' : type) as AbiType
}

type Found = { readonly value: unknown; readonly input: DescribedInput }

const follow = (
  path: DescribedPath & { readonly of: 'arguments' },
  inputs: readonly DescribedInput[],
  values: readonly unknown[],
): Found | undefined => {
  let at: Found = { value: values, input: { name: '', type: 'tuple', fields: inputs } }
  for (const step of path.steps) {
    const items = at.value as readonly unknown[]
    const { fields = [], list } = at.input
    const place =
      typeof step === 'number' ? (step < 0 ? items.length + step : step) : fields.findIndex(({ name }) => name === step)
    const input = list ? fields[0] : fields[place]
    // A list may be shorter than who described it thought.
    if (!input || place < 0 || place >= items.length) return undefined
    at = { value: items[place], input }
  }
  return at
}

const isAddress = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]{40}$/.test(value)

/** A value as it is, where nobody says how it is meant. */
const writeRaw = (value: unknown, input: DescribedInput): string => {
  if (Array.isArray(value)) {
    const { fields = [], list } = input
    const inner = (index: number): DescribedInput => (list ? fields[0] : fields[index]) ?? input
    return `[${value.map((each, index) => writeRaw(each, inner(index))).join(', ')}]`
  }
  if (input.type === 'string') {
    const bytes = Uint8Array.from(String(value).slice(2).match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16))
    return new TextDecoder().decode(bytes)
  }
  return String(value)
}

/** Reads what the operator says; what is out of form says nothing. */
export function readDescriptions(given: readonly unknown[]): readonly CallDescription[] {
  return given.flatMap((each) => {
    const read = v.safeParse(callDescription, each)
    return read.success ? [read.output] : []
  })
}

/** Reads a call as it is described; undefined where nobody describes it, or its arguments are not of that form. */
export function describeCall(
  { from, to, data = '0x', value }: EvmTransaction,
  network: string,
  descriptions: readonly CallDescription[],
): DescribedCall | undefined {
  const place = to?.toLowerCase()
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const found = descriptions.find(
    (each) => each.networkId === network && each.to === place && each.selector === selector,
  )
  if (!found || place === undefined) return undefined
  const values = readValues(found.inputs.map(toType), data.slice(10).toLowerCase())
  if (!values) return undefined
  const parts: Readonly<Record<'from' | 'to' | 'value', unknown>> = { from: from.toLowerCase(), to: place, value }
  const read = (path: DescribedPath): Found | undefined =>
    path.of === 'call'
      ? { value: parts[path.part], input: { name: path.part, type: path.part === 'value' ? 'uint256' : 'address' } }
      : follow(path, found.inputs, values)
  const rows: DescribedRow[] = []
  for (const field of found.fields) {
    const held = read(field.path)
    // What is described but not there would be a call that says less than it does.
    if (!held) return undefined
    const { fields = [], list } = held.input
    const [inner] = fields
    const items: readonly Found[] =
      list && inner && Array.isArray(held.value) && held.value.length <= MOST_ITEMS
        ? held.value.map((each) => ({ value: each, input: inner }))
        : [held]
    for (const item of items)
      rows.push({ label: field.label, ...toRow(item, field.format, { read, to: place as Hex }) })
  }
  return { intent: found.intent, selector, rows }
}

function toRow(
  { value, input }: Found,
  format: DescribedField['format'],
  { read, to }: { readonly read: (path: DescribedPath) => Found | undefined; readonly to: Hex },
) {
  const raw = { kind: 'text', text: writeRaw(value, input) } as const
  if (format.as === 'address' || (format.as === 'raw' && input.type === 'address'))
    return isAddress(value) ? ({ kind: 'address', address: value } as const) : raw
  if (format.as === 'choice') return { kind: 'text', text: format.words[String(value)] ?? raw.text } as const
  if (typeof value !== 'bigint') return raw
  switch (format.as) {
    case 'coin':
      return { kind: 'coin', amount: value } as const
    case 'date':
      return { kind: 'date', at: value } as const
    case 'duration':
      return { kind: 'duration', seconds: value } as const
    case 'unit':
      return { kind: 'unit', amount: value, decimals: format.decimals, unit: format.unit } as const
    case 'token': {
      const { token = to, most } = format
      if (most && value >= BigInt(most.amount)) return { kind: 'text', text: most.words } as const
      const named = typeof token === 'string' ? token : read(token)?.value
      return isAddress(named) ? ({ kind: 'token', amount: value, token: named } as const) : raw
    }
    default:
      return raw
  }
}
