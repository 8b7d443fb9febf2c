import type { CreateAdapter } from './adapter.ts'
import { LatchkeyError } from './errors/LatchkeyError.ts'
import { getNamespace, type Network, type NetworkInput } from './network.ts'
import type { CreateLatchkeyOptions, Options, WalletGroup } from './options.ts'

/** What the page around us gives for options that were left out. */
export type PageDefaults = { readonly title: string; readonly origin: string }

/** Groups of the wallet list as they come when nobody chose. Source: product, section 2. */
export const WALLET_GROUPS: readonly WalletGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/** This machine, as hosts name it. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** What a value may be. `*` lets a shape have more fields than it names, `!` marks a field that must be there, and `<kind>` is the kind of every key of a map. */
export type Shape = Kind | readonly [Shape] | { readonly [field: string]: Shape }
type Kind = keyof typeof KINDS | `${string}|${string}`

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The plain kinds of values: the test, and what a developer reads when it fails. */
const KINDS = {
  text: [isText, 'a filled text'],
  yesNo: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  number: [(value: unknown) => typeof value === 'number', 'a number'],
  chainId: [(value: unknown) => typeof value === 'number' || isText(value), 'a number or a text'],
  function: [(value: unknown) => typeof value === 'function', 'a function'],
  instanceId: [(value: unknown) => isText(value) && /^[\w.-]{1,64}$/.test(value), 'letters, digits, . _ or -'],
  networkId: [
    (value: unknown) => isText(value) && getNamespace(value) !== undefined && !value.endsWith(':'),
    'a CAIP-2 id such as eip155:1',
  ],
  language: [isLanguage, 'a language tag such as en or ar'],
  variable: [(value: unknown) => isText(value) && value.startsWith('--latchkey-'), 'a name such as --latchkey-radius'],
  /** SEC-92. */
  address: [(value: unknown) => isText(value) && hasSafeProtocol(value), 'an https address, or http on loopback'],
  relay: [(value: unknown) => [value].flat().every(isRelay), 'a wss address, or several'],
  link: [isLink, 'an https address or a path of this site'],
  picture: [
    (value: unknown) => isLink(value) || (isText(value) && /^data:image\//.test(value)),
    'an https address or a path of this site, or data:image',
  ],
  any: [() => true, 'anything'],
} as const satisfies Record<string, readonly [(value: unknown) => boolean, string]>

const NETWORK: Shape = {
  '*': 'any',
  'id!': 'chainId',
  'name!': 'text',
  'nativeCurrency!': { '*': 'any', 'name!': 'text', 'symbol!': 'text', 'decimals!': 'number' },
  'rpcUrls!': { '*': 'any', 'default!': { '*': 'any', 'http!': ['address'] } },
  chainNamespace: 'eip155|solana|bip122|polkadot',
  caipNetworkId: 'networkId',
  blockExplorers: { '*': 'any', 'default!': { '*': 'any', 'url!': 'address' } },
  assets: { '*': 'any', imageUrl: 'picture' },
}

/** Every option and what it takes. An option that is not in here does not exist. */
export const OPTIONS = {
  id: 'instanceId',
  'networks!': [NETWORK],
  adapters: ['function'],
  defaultNetwork: 'any',
  metadata: { name: 'text', url: 'link', icons: ['picture'] },
  gatewayUrl: 'link',
  relayUrl: 'relay',
  walletConnect: 'any',
  projectId: 'text',
  customRpcUrls: { '<networkId>': ['address'] },
  features: {
    legalCheckbox: 'yesNo',
    connectMethodsOrder: ['wallet|'],
    walletGroupOrder: ['walletConnect|recent|injected|featured|custom|external|recommended'],
    allWallets: 'yesNo',
    collapseWallets: 'yesNo',
    analytics: 'yesNo',
  },
  featuredWalletIds: ['text'],
  includeWalletIds: ['text'],
  excludeWalletIds: ['text'],
  customWallets: [
    {
      'id!': 'text',
      'name!': 'text',
      homepage: 'link',
      imageUrl: 'picture',
      rdns: 'text',
      chromeStore: 'link',
      appStore: 'link',
      playStore: 'link',
      mobileLink: 'text',
      desktopLink: 'text',
      webappLink: 'link',
      browseLinks: 'any',
    },
  ],
  allWallets: 'SHOW|HIDE|ONLY_MOBILE',
  enableExplorer: 'yesNo',
  siwx: 'any',
  analyticsUrl: 'link',
  storage: 'local|cookie',
  initialState: 'any',
  themeMode: 'dark|light|system',
  accent: 'text',
  themeVariables: { '<variable>': 'text' },
  locale: 'language',
  texts: 'any',
  termsConditionsUrl: 'link',
  privacyPolicyUrl: 'link',
  enableReconnect: 'yesNo',
  enableNetworkSwitch: 'yesNo',
  allowUnsupportedChain: 'yesNo',
  afterConnect: [{ 'name!': 'text', required: 'yesNo', 'run!': 'function' }],
  debug: 'yesNo',
} as const satisfies Record<string, Shape>

/** Holds a value against a shape; throws at the first thing that does not fit. */
export function demand(value: unknown, shape: Shape, path: string): void {
  if (typeof shape === 'string') {
    if (shape.includes('|')) {
      const words = shape.split('|').filter(Boolean)
      if (!words.includes(value as string)) throw invalid(path, `one of ${words.join(', ')}`)
      return
    }
    const [test, expected] = KINDS[shape as keyof typeof KINDS]
    if (!test(value)) throw invalid(path, expected)
    return
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) throw invalid(path, 'a list')
    for (const [index, item] of value.entries()) demand(item, shape[0], `${path}[${index}]`)
    return
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(path, 'an object')
  const fields = Object.keys(shape)
  const [first = ''] = fields
  if (first.startsWith('<')) {
    for (const [name, item] of Object.entries(value)) {
      demand(name, first.slice(1, -1) as Kind, `${path} key ${name}`)
      demand(item, shape[first] ?? 'any', `${path}.${name}`)
    }
    return
  }
  const known = fields.map((field) => field.replace('!', ''))
  const stranger = Object.keys(value).find((name) => !known.includes(name))
  if (stranger !== undefined && !known.includes('*')) throw unknownOption(stranger, path, known)
  for (const field of fields) {
    const name = field.replace('!', '')
    const item = name === '*' ? undefined : Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    const itemPath = path ? `${path}.${name}` : name
    if (item !== undefined) demand(item, shape[field] ?? 'any', itemPath)
    else if (field.endsWith('!')) throw invalid(itemPath, 'given')
  }
}

/** What options and features are where they were left out. Source: decisions, section 1. */
const DEFAULTS = {
  id: 'default',
  enableExplorer: true,
  storage: 'local',
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
  customWallets: [],
  themeMode: 'dark',
  enableReconnect: true,
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  afterConnect: [],
  debug: false,
} as const satisfies Partial<Options>
const FEATURES: Options['features'] = {
  legalCheckbox: false,
  connectMethodsOrder: ['wallet'],
  walletGroupOrder: WALLET_GROUPS,
  collapseWallets: false,
  analytics: true,
}

/**
 * Checks what a site passed and fills in every default. Pure: the same input gives the same answer.
 * Throws `OPTION_UNKNOWN` (naming the nearest option), `OPTION_INVALID` or `OPTION_CONFLICT`.
 */
export function resolveOptions(given: CreateLatchkeyOptions, page: PageDefaults): Options {
  demand(Object(given), OPTIONS, '')
  if (given.networks.length < 1) throw invalid('networks', 'a list of at least one network')
  const [first, ...rest] = given.networks
  const networks: Options['networks'] = [toNetwork(first), ...rest.map(toNetwork)]
  const { allWallets, ...features } = given.features ?? {}
  const options: Options = {
    ...DEFAULTS,
    ...(omitUndefined(given) as Omit<Options, keyof typeof DEFAULTS>),
    networks,
    defaultNetwork: findDefault(networks, given.defaultNetwork),
    adapters: unique<CreateAdapter>(given.adapters),
    metadata: { name: page.title || page.origin, url: page.origin, icons: [], ...omitUndefined(given.metadata) },
    customRpcUrls: toNullPrototype(given.customRpcUrls),
    features: { ...FEATURES, ...omitUndefined(features) },
    allWallets: given.allWallets ?? (allWallets === false ? 'HIDE' : 'SHOW'),
    themeVariables: toNullPrototype(given.themeVariables),
  }
  refuseContradictions(options, given)
  return options
}

/** A network in its full form: a chain of viem counts as eip155. Only the fields that Latchkey knows are kept. */
export function toNetwork(input: NetworkInput): Network {
  const namespace = input.chainNamespace ?? (input.caipNetworkId && getNamespace(input.caipNetworkId)) ?? 'eip155'
  return {
    id: input.id,
    name: input.name,
    chainNamespace: namespace,
    caipNetworkId: input.caipNetworkId ?? `${namespace}:${input.id}`,
    nativeCurrency: input.nativeCurrency,
    rpcUrls: { default: { http: [...input.rpcUrls.default.http] } },
    ...(input.blockExplorers && { blockExplorers: { default: input.blockExplorers.default } }),
    ...(input.testnet !== undefined && { testnet: input.testnet }),
    ...(input.assets && { assets: { imageUrl: input.assets.imageUrl } }),
  }
}

/**
 * Names of the options that differ between two creations. Functions count as equal, because a hot reload makes new ones, and so
 * does what a server read of each request (F-50).
 */
export function listDifferences(one: Options, other: Options): readonly string[] {
  return (Object.keys({ ...one, ...other }) as (keyof Options)[])
    .filter((name) => name !== 'initialState' && !isEqual(one[name], other[name]))
    .sort()
}

function refuseContradictions(options: Options, given: CreateLatchkeyOptions): void {
  const { networks, features, afterConnect, customWallets, excludeWalletIds } = options
  const ids: readonly string[] = networks.map(({ caipNetworkId }) => caipNetworkId)
  for (const [name, list] of [
    ['networks', ids],
    ['features.connectMethodsOrder', features.connectMethodsOrder],
    ['features.walletGroupOrder', features.walletGroupOrder],
    ['customWallets', customWallets.map(({ id }) => id)],
    ['afterConnect', afterConnect.map((step) => step.name)],
  ] as const) {
    const twice = list.find((item, index) => list.indexOf(item as never) !== index)
    if (twice !== undefined) throw conflict([name], `${twice} is there twice`)
  }
  const stray = networks.find(({ caipNetworkId, chainNamespace }) => getNamespace(caipNetworkId) !== chainNamespace)
  if (stray) throw conflict(['networks'], `${stray.name} has another chainNamespace than caipNetworkId`)
  demandNetwork('customRpcUrls', ids, Object.keys(options.customRpcUrls))
  if (features.legalCheckbox && !options.termsConditionsUrl && !options.privacyPolicyUrl) {
    throw conflict(
      ['features.legalCheckbox', 'termsConditionsUrl', 'privacyPolicyUrl'],
      'there are no terms and no policy to accept',
    )
  }
  if (given.features?.allWallets !== undefined && given.features.allWallets === (options.allWallets === 'HIDE')) {
    throw conflict(['features.allWallets', 'allWallets'], 'one shows what the other hides')
  }
  for (const name of ['includeWalletIds', 'featuredWalletIds'] as const) {
    const both = options[name].find((id) => excludeWalletIds.includes(id))
    if (both) throw conflict([name, 'excludeWalletIds'], `${both} is in both`)
  }
}

/** Refuses an option that names a network which is not among the site's. */
function demandNetwork(option: string, ids: readonly string[], wanted: readonly string[]): void {
  const stray = wanted.find((id) => !ids.includes(id))
  if (stray) throw conflict([option, 'networks'], `${stray} is not in networks`)
}

function findDefault(networks: Options['networks'], wanted: CreateLatchkeyOptions['defaultNetwork']): Network {
  if (wanted === undefined) return networks[0]
  demand(wanted, typeof wanted === 'string' ? 'networkId' : NETWORK, 'defaultNetwork')
  const id = typeof wanted === 'string' ? wanted : toNetwork(wanted).caipNetworkId
  demandNetwork(
    'defaultNetwork',
    networks.map(({ caipNetworkId }) => caipNetworkId),
    [id],
  )
  return networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? networks[0]
}

/** What was passed with a name that nothing has; says which name was probably meant. */
function unknownOption(name: string, path: string, known: readonly string[]): LatchkeyError {
  const asked = name.toLowerCase()
  const nearest = known
    .map((word) => ({
      word,
      strays: word.toLowerCase().startsWith(asked) ? 0 : countStrays(asked, word.toLowerCase()),
    }))
    .sort((a, b) => a.strays - b.strays)
    .find(({ strays }) => strays <= 2 + name.length / 4)?.word
  const text = `There is no option ${path ? `${path}.` : ''}${name}.${nearest ? ` Did you mean ${nearest}?` : ''}`
  return new LatchkeyError('OPTION_UNKNOWN', text, { facts: { option: name, nearest } })
}

function invalid(path: string, expected: string): LatchkeyError {
  const facts = { option: path.split(/\W/)[0], path, expected }
  return new LatchkeyError('OPTION_INVALID', `The option ${path} must be ${expected}.`, { facts })
}

/** Options that do not go together, and why. */
export function conflict(options: readonly string[], why: string): LatchkeyError {
  return new LatchkeyError('OPTION_CONFLICT', `${options.join(', ')}: ${why}.`, { facts: { options } })
}

/** How far two words are apart: letters that only one of them has, and the difference of their lengths. Good enough for a slip of the pen. */
function countStrays(one: string, other: string): number {
  const only = (a: string, b: string): number => [...a].filter((letter) => !b.includes(letter)).length
  return only(one, other) + only(other, one) + Math.abs(one.length - other.length)
}

function hasSafeProtocol(text: string, base?: string | undefined): boolean {
  try {
    const { protocol, hostname } = new URL(text, base)
    return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  } catch {
    return false
  }
}

function isLink(value: unknown): boolean {
  return isText(value) && hasSafeProtocol(value, 'https://own.invalid')
}

function isRelay(value: unknown): boolean {
  return isText(value) && /^wss?:/.test(value) && hasSafeProtocol(value.replace('ws', 'http'))
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

/** A copy whose keys are only what was passed: no name inherited from `Object` can be read out of it (SEC-102). */
function toNullPrototype<Value extends object>(value: Value | undefined): Value {
  return Object.assign(Object.create(null), value)
}

/** Undefined is the same as left out. */
function omitUndefined<Value extends object>(value: Value = {} as Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<Value>
}
type Defined<Value> = { [Name in keyof Value]: Exclude<Value[Name], undefined> }

function unique<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return [...new Set(list)]
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one === 'function' && typeof other === 'function') return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(Reflect.get(one, key), Reflect.get(other, key)))
}
