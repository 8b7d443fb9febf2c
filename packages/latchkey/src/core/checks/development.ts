import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { FEATURE_SHAPES, findFeatureMistake } from '../features/optionChecks.ts'
import { NAMESPACES } from '../types/network.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import type { Checks } from './checks.ts'
import { findMistake, type Mistake, type Shape, toInvalid } from './findMistake.ts'
import { listDifferences, sayDifferences } from './listDifferences.ts'
import { isPicture, PICTURE } from './optionErrors.ts'

const NETWORK: Shape = {
  '*': 'any',
  'id!': 'chainId',
  'name!': 'text',
  'nativeCurrency!': { '*': 'any', 'name!': 'text', 'symbol!': 'text', 'decimals!': 'number' },
  'rpcUrls!': { '*': 'any', 'default!': { '*': 'any', 'http!': ['text'] } },
  // Read when it is used: the file that has the names asks for this one, and may be under way still.
  get chainNamespace() {
    return NAMESPACES.join('|') as Shape & string
  },
  caipNetworkId: 'networkId',
  blockExplorers: { '*': 'any', 'default!': { '*': 'any', 'url!': 'text' } },
  assets: { '*': 'any', imageUrl: 'text' },
}

/** Every option and what it takes. An option that is not in here does not exist. */
export const OPTIONS = {
  ...FEATURE_SHAPES,
  id: 'instanceId',
  'networks!': [NETWORK],
  adapters: ['function'],
  defaultNetwork: 'any',
  metadata: { name: 'text', description: 'text', url: 'text', icons: ['text'] },
  gatewayUrl: 'text',
  relayUrl: 'any',
  walletConnect: 'any',
  projectId: 'text',
  frameUrl: 'text',
  customRpcUrls: { '<networkId>': ['text'] },
  connectorImages: { '<text>': 'text' },
  features: {
    legalCheckbox: 'yesNo',
    connectMethodsOrder: ['email|social|wallet'],
    email: 'yesNo',
    socials: 'yesNoOrTexts',
    socialRedirect: 'yesNo',
    smartSessions: 'yesNo',
    walletGroupOrder: ['walletConnect|recent|injected|featured|custom|external|recommended'],
    allWallets: 'yesNo',
    collapseWallets: 'yesNo',
    analytics: 'yesNo',
    receive: 'yesNo',
    history: 'yesNo',
    nfts: 'yesNo',
    swaps: 'yesNo',
    names: 'yesNo',
    onramp: 'yesNo',
    send: 'yesNo',
    guard: 'yesNo',
    notices: 'yesNo',
    walletFeaturesOrder: ['onramp|swaps|receive|send|'],
  },
  featuredWalletIds: ['text'],
  includeWalletIds: ['text'],
  excludeWalletIds: ['text'],
  customWallets: [
    {
      'id!': 'text',
      'name!': 'text',
      homepage: 'text',
      imageUrl: 'text',
      rdns: 'text',
      chromeStore: 'text',
      appStore: 'text',
      playStore: 'text',
      mobileLink: 'text',
      desktopLink: 'text',
      webappLink: 'text',
      browseLinks: 'any',
    },
  ],
  allWallets: 'SHOW|HIDE|ONLY_MOBILE',
  enableExplorer: 'yesNo',
  storage: 'local|cookie',
  initialState: 'any',
  themeMode: 'dark|light|system',
  accent: 'colour',
  themeVariables: { '<variable>': 'text' },
  locale: 'language',
  texts: 'any',
  termsConditionsUrl: 'text',
  privacyPolicyUrl: 'text',
  enableReconnect: 'yesNo',
  enableNetworkSwitch: 'yesNo',
  allowUnsupportedChain: 'yesNo',
  afterConnect: [{ 'name!': 'text', required: 'yesNo', 'run!': 'function' }],
  debug: 'yesNo',
} as const satisfies Record<string, Shape>

export const isDevelopment: Checks['isDevelopment'] = true

export const findOptionMistake: Checks['findOptionMistake'] = (given) => {
  const wanted = Object(given).defaultNetwork
  const mistake =
    findMistake(Object(given), OPTIONS, '') ??
    (wanted === undefined
      ? undefined
      : findMistake(wanted, typeof wanted === 'string' ? 'networkId' : NETWORK, 'defaultNetwork'))
  if (!mistake) return findPictureMistake(given) ?? findFeatureMistake(given)
  const isNetwork = /^(networks\[|defaultNetwork)/.test(String(mistake?.facts.path))
  return isNetwork ? { ...mistake, text: `${mistake.text} ${NETWORK_HINT}` } : mistake
}

/** Pictures by connector, of which those that no page may show are left out in production (SEC-84). */
function findPictureMistake({ connectorImages = {} }: CreateLatchkeyOptions): Mistake | undefined {
  const wrong = Object.entries(connectorImages).find(([, src]) => src !== undefined && !isPicture(src))
  return wrong && toInvalid(`connectorImages.${wrong[0]}`, PICTURE)
}

const NETWORK_HINT =
  "Take networks from 'latchkey/networks' or 'viem/chains', or make your own by defineNetwork({ id, name, nativeCurrency: { name, symbol, decimals }, rpcUrls: { default: { http: [url] } } })."

export const refuseDifferences: Checks['refuseDifferences'] = (before, now) => {
  const keys = listDifferences(before, now)
  if (keys.length === 0) return
  throw new LatchkeyError('CONFIG_CONFLICT', sayDifferences(keys), { facts: { id: before.id, keys } })
}
