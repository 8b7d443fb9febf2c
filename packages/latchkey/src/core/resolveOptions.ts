import type { CreateAdapter } from './adapter.ts'
import { LatchkeyError } from './errors/LatchkeyError.ts'
import { getNamespace, NAMESPACES, type Network, type NetworkId, type NetworkInput } from './network.ts'
import type { CreateLatchkeyOptions, CustomWallet, Options, WalletGroup } from './options.ts'

/** What the page around us gives for options that were left out. */
export type PageDefaults = { readonly title: string; readonly origin: string }

/** Groups of the wallet list as they come when nobody chose. Source: product, section 2. */
export const WALLET_GROUPS: readonly WalletGroup[] = ['recent', 'injected', 'featured', 'custom', 'recommended']

/** Why a value was refused: undefined when it fits, else what was expected. */
type Check = (value: unknown) => string | undefined

const isText: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a text')
const isYesNo: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false')
const isFunction: Check = (value) => (typeof value === 'function' ? undefined : 'a function')
const isOneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string) ? undefined : `one of ${words.join(', ')}`
const isList =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'a list'
    for (const item of value) {
      const expected = check(item)
      if (expected) return `a list, each item ${expected}`
    }
    return undefined
  }

/** https, or http to this machine (SEC-92). */
const isAddress: Check = (value) =>
  typeof value === 'string' && hasSafeProtocol(value, undefined) ? undefined : 'an https address, or http on loopback'

/** As `isAddress`, or a path of the page's own site. */
const isLink: Check = (value) =>
  typeof value === 'string' && value !== '' && hasSafeProtocol(value, 'https://own.invalid')
    ? undefined
    : 'an https address or a path of this site'

/** As `isLink`, or an image in the text itself. */
const isPicture: Check = (value) =>
  typeof value === 'string' && /^data:image\//.test(value) ? undefined : isLink(value)

const isShape =
  (fields: Record<string, Check>, needed: readonly string[] = []): Check =>
  (value) => {
    if (!isPlainObject(value)) return 'an object'
    for (const [name, given] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!check) throw unknownOption(name, Object.keys(fields))
      const expected = given === undefined ? undefined : check(given)
      if (expected) return `an object whose ${name} is ${expected}`
    }
    const missing = needed.find((name) => value[name] === undefined)
    return missing ? `an object with ${missing}` : undefined
  }

const isNetwork: Check = (value) => {
  if (!isPlainObject(value)) return 'a network'
  const { id, name, nativeCurrency: coin, rpcUrls, chainNamespace, caipNetworkId, blockExplorers } = value
  if (typeof id !== 'number' && isText(id)) return 'a network with an id'
  if (isText(name)) return 'a network with a name'
  if (!isPlainObject(coin) || isText(coin.name) || isText(coin.symbol) || typeof coin.decimals !== 'number') {
    return 'a network with nativeCurrency { name, symbol, decimals }'
  }
  const ends = isPlainObject(rpcUrls) && isPlainObject(rpcUrls.default) ? rpcUrls.default.http : undefined
  const badEnd = isList(isAddress)(ends)
  if (badEnd) return `a network whose rpcUrls.default.http is ${badEnd}`
  if (chainNamespace !== undefined && isOneOf(NAMESPACES)(chainNamespace)) {
    return `a network whose chainNamespace is ${isOneOf(NAMESPACES)(chainNamespace)}`
  }
  if (caipNetworkId !== undefined && isNetworkId(caipNetworkId)) return 'a network whose caipNetworkId is a CAIP-2 id'
  const explorer = isPlainObject(blockExplorers) ? blockExplorers.default : undefined
  if (explorer !== undefined && (!isPlainObject(explorer) || isAddress(explorer.url))) {
    return 'a network whose blockExplorers.default.url is an https address'
  }
  const picture = isPlainObject(value.assets) ? value.assets.imageUrl : undefined
  return picture === undefined || !isPicture(picture)
    ? undefined
    : `a network whose assets.imageUrl is ${isPicture(picture)}`
}

const isNetworkId: Check = (value) =>
  typeof value === 'string' && getNamespace(value) && value.length > value.indexOf(':') + 1
    ? undefined
    : 'a CAIP-2 id such as eip155:1'

const isWallet = isShape(
  {
    id: isText,
    name: isText,
    homepage: isLink,
    imageUrl: isPicture,
    rdns: isText,
    chromeStore: isLink,
    appStore: isLink,
    playStore: isLink,
  },
  ['id', 'name'],
)

/** Every option and what it takes. An option that is not in here does not exist. */
const CHECKS: Readonly<Record<keyof CreateLatchkeyOptions, Check>> = {
  id: (value) => (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? undefined : 'letters, digits, . _ or -'),
  networks: (value) => (Array.isArray(value) && value.length === 0 ? 'at least one network' : isList(isNetwork)(value)),
  adapters: isList(isFunction),
  defaultNetwork: (value) => (typeof value === 'string' ? isNetworkId(value) : isNetwork(value)),
  metadata: isShape({ name: isText, url: isLink, icons: isList(isPicture) }),
  gatewayUrl: isLink,
  projectId: isText,
  customRpcUrls: (value) => {
    if (!isPlainObject(value)) return 'an object of addresses by network id'
    for (const [id, urls] of Object.entries(value)) {
      const expected = isNetworkId(id) ?? isList(isAddress)(urls)
      if (expected) return `an object; ${id} is not ${expected}`
    }
    return undefined
  },
  features: isShape({
    legalCheckbox: isYesNo,
    connectMethodsOrder: isList(isOneOf(['wallet'])),
    walletGroupOrder: isList(isOneOf(WALLET_GROUPS)),
  }),
  featuredWalletIds: isList(isText),
  includeWalletIds: isList(isText),
  excludeWalletIds: isList(isText),
  customWallets: isList(isWallet),
  themeMode: isOneOf(['dark', 'light', 'system']),
  accent: isText,
  themeVariables: (value) => {
    if (!isPlainObject(value)) return 'an object of --latchkey-… variables'
    const wrong = Object.entries(value).find(([name, text]) => !name.startsWith('--latchkey-') || isText(text))
    return wrong ? `an object of --latchkey-… variables with texts, without ${wrong[0]}` : undefined
  },
  locale: (value) => {
    try {
      return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1 ? undefined : 'a language tag'
    } catch {
      return 'a language tag such as en or ar'
    }
  },
  termsConditionsUrl: isLink,
  privacyPolicyUrl: isLink,
  enableReconnect: isYesNo,
  enableNetworkSwitch: isYesNo,
  allowUnsupportedChain: isYesNo,
  afterConnect: isList(isShape({ name: isText, required: isYesNo, run: isFunction }, ['name', 'run'])),
  debug: isYesNo,
}

/**
 * Checks what a site passed and fills in every default. Pure: the same input gives the same answer.
 * Throws `OPTION_UNKNOWN` (naming the nearest option), `OPTION_INVALID` or `OPTION_CONFLICT`.
 */
export function resolveOptions(given: CreateLatchkeyOptions, page: PageDefaults): Options {
  if (!isPlainObject(given)) throw invalidOption('options', 'an object', given)
  for (const [name, value] of Object.entries(given)) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof CreateLatchkeyOptions] : undefined
    if (!check) throw unknownOption(name, Object.keys(CHECKS))
    const expected = value === undefined ? undefined : check(value)
    if (expected) throw invalidOption(name, expected, value)
  }
  if (given.networks === undefined) throw invalidOption('networks', 'a list of at least one network', undefined)

  const [first, ...rest] = given.networks
  const networks: Options['networks'] = [toNetwork(first), ...rest.map(toNetwork)]
  const options: Options = {
    id: given.id ?? 'default',
    networks,
    defaultNetwork: findDefault(networks, given.defaultNetwork),
    adapters: unique<CreateAdapter>(given.adapters),
    metadata: {
      name: given.metadata?.name ?? (page.title || page.origin),
      url: given.metadata?.url ?? page.origin,
      icons: given.metadata?.icons ?? [],
    },
    gatewayUrl: given.gatewayUrl,
    projectId: given.projectId,
    customRpcUrls: toNullPrototype(given.customRpcUrls),
    features: {
      legalCheckbox: given.features?.legalCheckbox ?? false,
      connectMethodsOrder: given.features?.connectMethodsOrder ?? ['wallet'],
      walletGroupOrder: given.features?.walletGroupOrder ?? WALLET_GROUPS,
    },
    featuredWalletIds: given.featuredWalletIds ?? [],
    includeWalletIds: given.includeWalletIds ?? [],
    excludeWalletIds: given.excludeWalletIds ?? [],
    customWallets: given.customWallets ?? [],
    themeMode: given.themeMode ?? 'dark',
    accent: given.accent,
    themeVariables: toNullPrototype(given.themeVariables),
    locale: given.locale,
    termsConditionsUrl: given.termsConditionsUrl,
    privacyPolicyUrl: given.privacyPolicyUrl,
    enableReconnect: given.enableReconnect ?? true,
    enableNetworkSwitch: given.enableNetworkSwitch ?? true,
    allowUnsupportedChain: given.allowUnsupportedChain ?? false,
    afterConnect: given.afterConnect ?? [],
    debug: given.debug ?? false,
  }
  refuseContradictions(options)
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

/** Names of the options that differ between two creations; functions count as equal, because a hot reload makes new ones (F-50). */
export function listDifferences(one: Options, other: Options): readonly string[] {
  return (Object.keys(one) as (keyof Options)[]).filter((name) => !isEqual(one[name], other[name]))
}

function refuseContradictions(options: Options): void {
  const ids = options.networks.map((network) => network.caipNetworkId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw conflict(['networks'], `networks names ${twice} twice`)
  const stray = options.networks.find((network) => getNamespace(network.caipNetworkId) !== network.chainNamespace)
  if (stray) throw conflict(['networks'], `${stray.name}: chainNamespace and caipNetworkId disagree`)
  const unknown = Object.keys(options.customRpcUrls).find((id) => !ids.includes(id as NetworkId))
  if (unknown) throw conflict(['customRpcUrls', 'networks'], `customRpcUrls names ${unknown}, which is not in networks`)
  if (options.features.legalCheckbox && !options.termsConditionsUrl && !options.privacyPolicyUrl) {
    throw conflict(
      ['features.legalCheckbox', 'termsConditionsUrl', 'privacyPolicyUrl'],
      'features.legalCheckbox needs termsConditionsUrl or privacyPolicyUrl',
    )
  }
  for (const name of ['includeWalletIds', 'featuredWalletIds'] as const) {
    const both = options[name].find((id) => options.excludeWalletIds.includes(id))
    if (both) throw conflict([name, 'excludeWalletIds'], `${both} is in ${name} and in excludeWalletIds`)
  }
  for (const [name, list] of [
    ['features.connectMethodsOrder', options.features.connectMethodsOrder],
    ['features.walletGroupOrder', options.features.walletGroupOrder],
    ['customWallets', options.customWallets.map((wallet: CustomWallet) => wallet.id)],
    ['afterConnect', options.afterConnect.map((step) => step.name)],
  ] as const) {
    if (new Set<string>(list).size !== list.length) throw conflict([name], `${name} names something twice`)
  }
}

function findDefault(networks: Options['networks'], wanted: CreateLatchkeyOptions['defaultNetwork']): Network {
  if (wanted === undefined) return networks[0]
  const id = typeof wanted === 'string' ? wanted : toNetwork(wanted).caipNetworkId
  const found = networks.find((network) => network.caipNetworkId === id)
  if (!found) throw conflict(['defaultNetwork', 'networks'], `defaultNetwork ${id} is not in networks`)
  return found
}

/** What was passed with a name that no option has; says which one was probably meant. */
function unknownOption(name: string, known: readonly string[]): LatchkeyError {
  const nearest = known
    .map((word) => ({ word, distance: countEdits(name.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  const hint = nearest && nearest.distance <= 1 + name.length / 3 ? ` Did you mean ${nearest.word}?` : ''
  return new LatchkeyError('OPTION_UNKNOWN', `There is no option ${name}.${hint}`, {
    facts: { option: name, nearest: hint ? nearest?.word : undefined },
  })
}

function invalidOption(name: string, expected: string, value: unknown): LatchkeyError {
  return new LatchkeyError('OPTION_INVALID', `The option ${name} must be ${expected}.`, {
    facts: { option: name, expected, received: value === null ? 'null' : typeof value },
  })
}

function conflict(options: readonly string[], text: string): LatchkeyError {
  return new LatchkeyError('OPTION_CONFLICT', `${text}.`, { facts: { options } })
}

/** Edits that turn one word into another (Levenshtein). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

function hasSafeProtocol(text: string, base: string | undefined): boolean {
  try {
    const url = new URL(text, base)
    if (url.protocol === 'https:') return true
    return url.protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  } catch {
    return false
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy whose keys are only what was passed: no name inherited from `Object` can be read out of it (SEC-102). */
function toNullPrototype<Value extends object>(value: Value | undefined): Value {
  return Object.assign(Object.create(null), value)
}

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
