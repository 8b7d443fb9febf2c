import { findOptionMistake } from '#checks'
import {
  conflict,
  demandLink,
  hasSafeProtocol,
  invalid,
  isPicture,
  PICTURE,
  toOptionError,
} from '../checks/optionErrors.ts'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { resolveFeatureOptions } from '../features/features.ts'
import type { BrowserPort } from '../services/ports.ts'
import type { CreateAdapter } from '../types/adapter.ts'
import { getNamespace, type Network, type NetworkInput } from '../types/network.ts'
import type { CreateLatchkeyOptions, Options, WalletGroup } from '../types/options.ts'
import { toNullPrototype } from '../values/toNullPrototype.ts'

/** What the page around us gives for options that were left out. */
export type PageDefaults = Pick<BrowserPort, 'title' | 'origin'>

/** Groups of the wallet list as they come when nobody chose. */
export const WALLET_GROUPS: readonly WalletGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/** What options and features are where they were left out. */
const DEFAULTS = {
  themeMode: 'dark',
  id: 'default',
  storage: 'local',
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
  customWallets: [],
  afterConnect: [],
  allowUnsupportedChain: false,
  debug: false,
  enableExplorer: true,
  enableReconnect: true,
  enableNetworkSwitch: true,
  walletConnect: undefined,
  gatewayUrl: undefined,
  relayUrl: undefined,
  projectId: undefined,
  frameUrl: undefined,
  initialState: undefined,
  accent: undefined,
  locale: undefined,
  texts: undefined,
  termsConditionsUrl: undefined,
  privacyPolicyUrl: undefined,
} as const satisfies Partial<Options>
/** Options that are maps of the site's own keys. */
const MAPS = ['customRpcUrls', 'themeVariables', 'connectorImages'] as const
const FEATURES: Options['features'] = {
  legalCheckbox: false,
  connectMethodsOrder: ['email', 'social', 'wallet'],
  email: true,
  socials: true,
  socialRedirect: false,
  smartSessions: false,
  walletGroupOrder: WALLET_GROUPS,
  collapseWallets: false,
  analytics: true,
  receive: true,
  history: true,
  nfts: true,
  swaps: true,
  names: true,
  onramp: true,
  send: true,
  guard: false,
  notices: true,
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
}

/**
 * Checks what a site passed and fills in every default. Pure: the same input gives the same answer.
 *
 * The form of every option is checked in development builds alone. In all builds, because a visitor would be shown or asked
 * something else than the site meant: unknown names, addresses (SEC-92), networks, and options that contradict each other.
 * Throws `OPTION_UNKNOWN` (in development naming the nearest option), `OPTION_INVALID` or `OPTION_CONFLICT`.
 */
export function resolveOptions(given: CreateLatchkeyOptions, page: PageDefaults): Options {
  const mistake = findOptionMistake?.(given)
  if (mistake) throw toOptionError(mistake)
  try {
    return fillIn(Object(given), page)
  } catch (cause) {
    // What has not the form that is read here was not looked at before, in production.
    throw cause instanceof LatchkeyError
      ? cause
      : new LatchkeyError('OPTION_INVALID', 'The options cannot be read.', { cause })
  }
}

function fillIn(given: CreateLatchkeyOptions, page: PageDefaults): Options {
  refuseUnknown(Object.keys(given.features ?? {}), 'features.', [...Object.keys(FEATURES), 'allWallets'])
  const [first, ...rest] = given.networks ?? []
  if (!first) throw invalid('networks', 'a list of at least one network')
  const networks: Options['networks'] = [toNetwork(first), ...rest.map(toNetwork)]
  const { allWallets, ...features } = given.features ?? {}
  const maps = Object.fromEntries(MAPS.map((name) => [name, toNullPrototype(given[name])]))
  const computed = {
    ...(maps as Pick<Options, (typeof MAPS)[number]>),
    ...resolveFeatureOptions(given),
    networks,
    defaultNetwork: findDefault(networks, given.defaultNetwork),
    adapters: unique<CreateAdapter>(given.adapters),
    metadata: { name: page.title() || page.origin(), url: page.origin(), icons: [], ...omitUndefined(given.metadata) },
    features: { ...FEATURES, ...omitUndefined(features) },
    allWallets: given.allWallets ?? (allWallets === false ? 'HIDE' : 'SHOW'),
  } satisfies Partial<Options>
  refuseUnknown(Object.keys(given), '', Object.keys({ ...DEFAULTS, ...computed }))
  const options: Options = {
    ...DEFAULTS,
    ...(omitUndefined(given) as Omit<Options, keyof typeof DEFAULTS>),
    ...computed,
  }
  refuseAddresses(options, given)
  refuseContradictions(options, given)
  return options
}

/** An option that Latchkey does not have: whatever it was meant to do, such as to ask for consent, is not done. */
function refuseUnknown(names: readonly string[], path: string, known: readonly string[]): void {
  const option = names.find((name) => !known.includes(name))
  if (option) throw new LatchkeyError('OPTION_UNKNOWN', `There is no option ${path}${option}.`, { facts: { option } })
}

/** Refuses every address that is no link for visitors, nor one that a page may send anything to (SEC-92). */
function refuseAddresses(options: Options, given: CreateLatchkeyOptions): void {
  const demand = (path: string, values: unknown, test: (value: unknown) => boolean, expected: string): void => {
    for (const value of [values].flat()) if (value !== undefined && !test(value)) throw invalid(path, expected)
  }
  const demandAddress = (path: string, values: unknown): void =>
    demand(path, values, hasSafeProtocol, 'an https address, or http on loopback')
  const demandPicture = (path: string, values: unknown): void => demand(path, values, isPicture, PICTURE)

  for (const name of ['gatewayUrl', 'frameUrl', 'termsConditionsUrl', 'privacyPolicyUrl'] as const) {
    demandLink(name, options[name])
  }
  demandLink('metadata.url', given.metadata?.url)
  demandPicture('metadata.icons', options.metadata.icons)
  demand('relayUrl', options.relayUrl, isRelay, 'a wss address, or several')
  for (const [index, { nativeCurrency, rpcUrls, blockExplorers, assets }] of options.networks.entries()) {
    const path = `networks[${index}]`
    demand(`${path}.nativeCurrency.decimals`, nativeCurrency.decimals ?? '', Number.isInteger, 'a number')
    demandAddress(`${path}.rpcUrls.default.http`, rpcUrls.default.http)
    demandAddress(`${path}.blockExplorers.default.url`, blockExplorers?.default.url)
    demandPicture(`${path}.assets.imageUrl`, assets?.imageUrl)
  }
  for (const [id, urls] of Object.entries(options.customRpcUrls)) demandAddress(`customRpcUrls.${id}`, urls)
  for (const [index, wallet] of options.customWallets.entries()) {
    const path = `customWallets[${index}].`
    for (const name of ['homepage', 'chromeStore', 'appStore', 'playStore', 'webappLink'] as const) {
      demandLink(path + name, wallet[name])
    }
    demandPicture(`${path}imageUrl`, wallet.imageUrl)
  }
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

function refuseContradictions(options: Options, given: CreateLatchkeyOptions): void {
  const { networks, features, afterConnect, customWallets, excludeWalletIds } = options
  const ids: readonly string[] = networks.map(({ caipNetworkId }) => caipNetworkId)
  for (const [name, list] of [
    ['networks', ids],
    // Those that are no order are lists of one.
    ...Object.entries(features).map(([name, value]) => [`features.${name}`, [value].flat()] as const),
    ['customWallets', customWallets.map(({ id }) => id)],
    ['afterConnect', afterConnect.map(({ name }) => name)],
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
  const id = typeof wanted === 'string' ? wanted : toNetwork(wanted).caipNetworkId
  demandNetwork(
    'defaultNetwork',
    networks.map(({ caipNetworkId }) => caipNetworkId),
    [id],
  )
  return networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? networks[0]
}

function isRelay(value: unknown): boolean {
  return /^wss?:/.test(value as string) && hasSafeProtocol((value as string).replace('ws', 'http'))
}

/** Undefined is the same as left out. */
function omitUndefined<Value extends object>(value: Value = {} as Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<Value>
}
type Defined<Value> = { [Name in keyof Value]: Exclude<Value[Name], undefined> }

function unique<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return [...new Set(list)]
}
