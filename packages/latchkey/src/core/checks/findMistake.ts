import { getNamespace } from '../types/network.ts'

/** What is wrong with a value that a site passed, as a `LatchkeyError` says it. */
export type Mistake = {
  readonly code: 'OPTION_UNKNOWN' | 'OPTION_INVALID'
  readonly text: string
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * What a value may be. `*` lets a shape have more fields than it names, `!` marks a field that must be there, and `<kind>` is the
 * kind of every key of a map. Addresses are texts here: which of them are safe is checked where they are used (SEC-86, SEC-92).
 */
export type Shape = Kind | readonly [Shape] | { readonly [field: string]: Shape }
type Kind = keyof typeof KINDS | `${string}|${string}`

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The plain kinds of values: the test, and what a developer reads when it fails. */
const KINDS = {
  text: [isText, 'a filled text'],
  yesNo: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  yesNoOrTexts: [
    (value: unknown) => typeof value === 'boolean' || (Array.isArray(value) && value.every(isText)),
    'true, false or a list of filled texts',
  ],
  number: [(value: unknown) => typeof value === 'number', 'a number'],
  chainId: [(value: unknown) => typeof value === 'number' || isText(value), 'a number or a text'],
  function: [(value: unknown) => typeof value === 'function', 'a function'],
  instanceId: [(value: unknown) => isText(value) && /^[\w.-]{1,64}$/.test(value), 'letters, digits, . _ or -'],
  networkId: [
    (value: unknown) => isText(value) && getNamespace(value) !== undefined && /^[^:]+:(.*[^:])?$/.test(value),
    'a CAIP-2 id such as eip155:1',
  ],
  evmNetworkId: [
    (value: unknown) => isText(value) && /^eip155:\d+$/.test(value),
    'a network id of eip155 such as eip155:1',
  ],
  contract: [
    (value: unknown) => isText(value) && /^0x[0-9a-f]{40}$/i.test(value),
    'the address of an ERC-20 contract, 0x and 40 hexadecimal digits',
  ],
  language: [isLanguage, 'a language tag such as en or ar'],
  colour: [
    // A server knows no colours; the page looks again.
    (value: unknown) => isText(value) && (typeof CSS === 'undefined' || CSS.supports('color', value)),
    'a CSS colour such as #4757f5',
  ],
  variable: [(value: unknown) => isText(value) && value.startsWith('--latchkey-'), 'a name such as --latchkey-radius'],
  any: [() => true, 'anything'],
} as const satisfies Record<string, readonly [(value: unknown) => boolean, string]>

/** Holds a value against a shape and gives the first thing that does not fit. Pure. */
export function findMistake(value: unknown, shape: Shape, path: string): Mistake | undefined {
  if (typeof shape === 'string') {
    if (shape.includes('|')) {
      const words = shape.split('|').filter(Boolean)
      return words.includes(value as string) ? undefined : toInvalid(path, `one of ${words.join(', ')}`)
    }
    const [test, expected] = KINDS[shape as keyof typeof KINDS]
    return test(value) ? undefined : toInvalid(path, expected)
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return toInvalid(path, 'a list')
    return first(value.entries(), ([index, item]) => findMistake(item, shape[0], `${path}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return toInvalid(path, 'an object')
  const fields = Object.keys(shape)
  const [key = ''] = fields
  if (key.startsWith('<')) {
    return first(
      Object.entries(value),
      ([name, item]) =>
        findMistake(name, key.slice(1, -1) as Kind, `${path} key ${name}`) ??
        findMistake(item, shape[key] ?? 'any', `${path}.${name}`),
    )
  }
  const known = fields.map((field) => field.replace('!', ''))
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined && !known.includes('*')) return toUnknown(unknown, path, known)
  return first(fields, (field) => {
    const name = field.replace('!', '')
    const item: unknown = name === '*' || !Object.hasOwn(value, name) ? undefined : Reflect.get(value, name)
    const itemPath = path ? `${path}.${name}` : name
    if (item !== undefined) return findMistake(item, shape[field] ?? 'any', itemPath)
    return field.endsWith('!') ? toInvalid(itemPath, 'given') : undefined
  })
}

/** A value that is not what it must be. */
export function toInvalid(path: string, expected: string): Mistake {
  return {
    code: 'OPTION_INVALID',
    text: `The option ${path} must be ${expected}.`,
    facts: { option: path.split(/\W/)[0], path, expected },
  }
}

/** What was passed with a name that nothing has; says which name was probably meant. */
function toUnknown(name: string, path: string, known: readonly string[]): Mistake {
  const asked = name.toLowerCase()
  const nearest = known
    .map((word) => ({
      word,
      distance: word.toLowerCase().startsWith(asked) ? 0 : countDifferences(asked, word.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance)
    .find(({ distance }) => distance <= 2 + name.length / 4)?.word
  const text = `There is no option ${path ? `${path}.` : ''}${name}.${nearest ? ` Did you mean ${nearest}?` : ''}`
  return { code: 'OPTION_UNKNOWN', text, facts: { option: name, nearest } }
}

/** How far two words are apart: letters that only one of them has, and the difference of their lengths. Good enough for a typing error. */
function countDifferences(one: string, other: string): number {
  const only = (a: string, b: string): number => [...a].filter((letter) => !b.includes(letter)).length
  return only(one, other) + only(other, one) + Math.abs(one.length - other.length)
}

function first<Item>(items: Iterable<Item>, find: (item: Item) => Mistake | undefined): Mistake | undefined {
  for (const item of items) {
    const mistake = find(item)
    if (mistake) return mistake
  }
  return undefined
}

function isLanguage(value: unknown): boolean {
  try {
    return isText(value) && Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}
