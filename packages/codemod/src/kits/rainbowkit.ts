import type { Node, ObjectExpression } from '@babel/types'
import { readKey } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { rangeOf } from '../syntax/walk.ts'
import { type Attributes, toBalance, toComponent } from './buttons.ts'
import { toHook } from './hooks.ts'
import {
  expressionOf,
  isNamed,
  isPlain,
  type Kit,
  type Lost,
  nameOf,
  type Option,
  type Rule,
  readText,
  rewriteUses,
  writeText,
} from './kit.ts'
import { moveImport } from './moveImport.ts'
import { findLocals } from './wagmiConfig.ts'
import { type ReadProvider, rewriteWagmi, surveyWagmi, type WagmiKit } from './wagmiKit.ts'

/** RainbowKit 2, as its public documentation has it. */
export const rainbowkit: Kit = {
  name: 'rainbowkit',
  title: 'RainbowKit',
  page: 'docs/from-rainbowkit.md',
  rows: [
    '<ConnectButton.Custom>',
    '<ConnectButton>',
    '<RainbowKitProvider>',
    '<WalletButton.Custom>',
    '<WalletButton wallet>',
    'RainbowKitAuthenticationProvider',
    'RainbowKitSiweNextAuthProvider',
    'accountStatus',
    'appInfo.disclaimer',
    'appInfo.learnMoreUrl',
    'avatar',
    'chainStatus',
    'connectorsForWallets',
    'coolMode',
    'createAuthenticationAdapter',
    'getDefaultConfig({ chains, transports, ssr })',
    'getDefaultWallets',
    'initialChain',
    'locale',
    'modalSize',
    'projectId',
    'showBalance',
    'theme',
    'useAccountModal',
    'useAddRecentTransaction',
    'useChainModal',
    'useConnectModal',
  ],
  packages: ['@rainbow-me/rainbowkit', '@rainbow-me/rainbowkit-siwe-next-auth'],
  isTheirs,
  signs: /@rainbow-me\/rainbowkit|\bcreateConfig\b/,
  survey: (sources) => surveyWagmi(wagmiKit, sources),
  rewrite(draft, survey) {
    // Theirs are those of wagmi with pictures, which are ours to bring.
    for (const imported of draft.imports) {
      if (imported.module === CHAINS && imported.name !== '*')
        moveImport(draft, imported, { module: 'wagmi/chains', name: imported.name })
    }
    rewriteWagmi(wagmiKit, draft, survey)
    rewriteUses(draft, rainbowkit, RULES, (name, { parents }) => {
      const isCustom = parents.at(-1)?.type === 'JSXMemberExpression'
      return isCustom ? CUSTOM_ROWS[name] : ROWS[name]
    })
  },
}

const CHAINS = '@rainbow-me/rainbowkit/chains'

function isTheirs(module: string): boolean {
  return /^@rainbow-me\/rainbowkit(-siwe-next-auth)?(\/|$)/.test(module)
}

/** Where the page tells of a name that is left to a person; a name of its own row has none here. */
const ROWS: Readonly<Record<string, string>> = {
  AvatarComponent: 'avatar',
  ConnectButton: '<ConnectButton>',
  DisclaimerComponent: 'appInfo.disclaimer',
  GetSiweMessageOptions: 'RainbowKitSiweNextAuthProvider',
  Locale: 'locale',
  RainbowKitProvider: '<RainbowKitProvider>',
  Theme: 'theme',
  WalletButton: '<WalletButton wallet>',
  connectorsForWallets: 'connectorsForWallets',
  darkTheme: 'theme',
  getDefaultConfig: 'getDefaultConfig({ chains, transports, ssr })',
  getDefaultWallets: 'getDefaultWallets',
  lightTheme: 'theme',
  midnightTheme: 'theme',
  RainbowKitAuthenticationProvider: 'RainbowKitAuthenticationProvider',
  RainbowKitSiweNextAuthProvider: 'RainbowKitSiweNextAuthProvider',
  createAuthenticationAdapter: 'createAuthenticationAdapter',
  useAccountModal: 'useAccountModal',
  useAddRecentTransaction: 'useAddRecentTransaction',
  useChainModal: 'useChainModal',
  useConnectModal: 'useConnectModal',
}
const CUSTOM_ROWS: Readonly<Record<string, string>> = {
  ConnectButton: '<ConnectButton.Custom>',
  WalletButton: '<WalletButton.Custom>',
}

const connectButton: Attributes = (name, attribute) => {
  if (name === 'label') return true
  if (name === 'showBalance') return toBalance(attribute, 'showBalance')
  // Networks are a view of the account; a button of their own is what a site may add.
  if (name === 'chainStatus' && readText(expressionOf(attribute)) === 'none') return ''
  return { row: ['accountStatus', 'chainStatus'].includes(name) ? name : '<ConnectButton>' }
}

/** Names of wallets by the ids that their button takes; the rdns of those that are called otherwise in the browser than in lists. */
export const WALLETS: Readonly<Record<string, string>> = {
  bitget: 'Bitget Wallet',
  coinbase: 'com.coinbase.wallet',
  metamask: 'MetaMask',
  okx: 'OKX Wallet',
  phantom: 'Phantom',
  rabby: 'io.rabby',
  rainbow: 'Rainbow',
  trust: 'Trust Wallet',
  walletconnect: 'walletConnect',
  zerion: 'Zerion',
}
const walletButton: Rule = (reference, draft, imported) => {
  const opening = reference.parents.at(-1)
  const wallet =
    opening?.type === 'JSXOpeningElement' ? opening.attributes.find((one) => nameOf(one) === 'wallet') : undefined
  const name =
    wallet?.type === 'JSXAttribute' ? WALLETS[readText(expressionOf(wallet))?.toLowerCase() ?? ''] : undefined
  if (name === undefined && opening?.type !== 'JSXClosingElement') return undefined
  return toComponent(rainbowkit, 'WalletButton', (attribute) =>
    attribute === 'wallet' ? `wallet="${name}"` : { row: '<WalletButton wallet>' },
  )(reference, draft, imported)
}

/** A hook that opens one of the kit's modals, by the view that is ours. */
function toOpener(held: string, opener: string, isOpen: string, view: string): Rule {
  return toHook('useModal', held, {
    [opener]: (modal, { source }) => `() => ${modal}.open({ view: ${writeText(source, view)} })`,
    [isOpen]: (modal) => `${modal}.isOpen`,
  })
}

const RULES: Readonly<Record<string, Rule>> = {
  ConnectButton: toComponent(rainbowkit, 'Button', connectButton),
  WalletButton: walletButton,
  useConnectModal: toOpener('connectModal', 'openConnectModal', 'connectModalOpen', 'Connect'),
  useAccountModal: toOpener('accountModal', 'openAccountModal', 'accountModalOpen', 'Account'),
  useChainModal: toOpener('chainModal', 'openChainModal', 'chainModalOpen', 'Networks'),
}

const readProvider: ReadProvider = ({ openingElement }, source, chains) => {
  const options: Option[] = []
  const lost: Lost[] = []
  let hasTheme = false
  for (const attribute of openingElement.attributes) {
    const name = nameOf(attribute)
    const code = source.text.slice(rangeOf(attribute).start, rangeOf(attribute).end)
    const value = attribute.type === 'JSXAttribute' ? expressionOf(attribute) : undefined
    if (name === 'theme') {
      hasTheme = true
      const theme = readTheme(source, value)
      if (!theme) lost.push({ what: 'theme', row: 'theme', code })
      else {
        options.push(...theme.options)
        if (theme.isPartial) lost.push({ what: 'a part of theme', row: 'theme', code })
      }
    } else if (name === 'locale' && readText(value) !== undefined) options.push({ name, text: readText(value) ?? '' })
    else if (name === 'initialChain' && readChain(value, chains)) options.push(...(readChain(value, chains) ?? []))
    else if (name === 'appInfo' && value?.type === 'ObjectExpression') readAppInfo(value, source, options, lost)
    else if (name !== 'showRecentTransactions')
      lost.push({
        what: name ?? 'a spread',
        row: name !== undefined && rainbowkit.rows.includes(name) ? name : '<RainbowKitProvider>',
        code,
      })
  }
  // Without a theme theirs is light, and ours dark.
  if (!hasTheme) options.push({ name: 'themeMode', text: 'light' })
  return { options, lost }
}

function readAppInfo(object: ObjectExpression, source: Source, options: Option[], lost: Lost[]): void {
  for (const property of object.properties) {
    const name = readKey(property)
    const code = source.text.slice(rangeOf(property).start, rangeOf(property).end)
    if (name === 'appName' && property.type === 'ObjectProperty' && isPlain(property.value)) {
      const { start, end } = rangeOf(property.value)
      options.push({ name: 'metadata', code: `{ name: ${source.text.slice(start, end)} }` })
    } else {
      const row = name === 'learnMoreUrl' ? 'appInfo.learnMoreUrl' : 'appInfo.disclaimer'
      lost.push({ what: `appInfo.${name ?? '…'}`, row, code })
    }
  }
}

/** A network by its number, or by the name of a chain that stands beside the config. */
function readChain(value: Node | undefined, chains: readonly string[]): readonly Option[] | undefined {
  const name = 'defaultNetwork'
  if (value?.type === 'NumericLiteral') return [{ name, text: `eip155:${value.value}` }]
  if (value?.type === 'Identifier') return chains.includes(value.name) ? [{ name, code: value.name }] : undefined
  if (value?.type === 'MemberExpression' && isNamed(value.property, 'id')) return readChain(value.object, chains)
  return undefined
}

/** Mode and accent of a theme that is called by name; a part that has no counterpart makes it partial. */
function readTheme(
  source: Source,
  value: Node | undefined,
): { options: readonly Option[]; isPartial: boolean } | undefined {
  const toMode = (mode: string): Option => ({ name: 'themeMode', text: mode })
  if (value?.type === 'ObjectExpression') {
    const modes = value.properties.map((property) =>
      property.type === 'ObjectProperty' && ['lightMode', 'darkMode'].includes(readKey(property) ?? '')
        ? readTheme(source, property.value)
        : undefined,
    )
    const [first] = modes
    if (modes.length !== 2 || !first || modes.some((mode) => mode === undefined)) return undefined
    const accents = new Set(modes.map((mode) => JSON.stringify(mode?.options.find(({ name }) => name === 'accent'))))
    return {
      options: [toMode('system'), ...first.options.filter(({ name }) => name === 'accent' && accents.size === 1)],
      isPartial: accents.size > 1 || modes.some((mode) => mode?.isPartial),
    }
  }
  if (value?.type !== 'CallExpression' || value.callee.type !== 'Identifier') return undefined
  const { name } = value.callee
  const isCalled = (theme: string): boolean => findLocals(source, theme, isTheirs).includes(name)
  const mode = isCalled('lightTheme')
    ? 'light'
    : isCalled('darkTheme') || isCalled('midnightTheme')
      ? 'dark'
      : undefined
  if (mode === undefined) return undefined
  const [given] = value.arguments
  if (given === undefined) return { options: [toMode(mode)], isPartial: isCalled('midnightTheme') }
  if (given.type !== 'ObjectExpression') return { options: [toMode(mode)], isPartial: true }
  const accent = given.properties.find((property) => readKey(property) === 'accentColor')
  const text = accent?.type === 'ObjectProperty' ? readText(accent.value) : undefined
  const known = text === undefined ? [] : [{ name: 'accent', text }]
  return { options: [toMode(mode), ...known], isPartial: given.properties.length > known.length }
}

const wagmiKit: WagmiKit = {
  kit: rainbowkit,
  provider: 'RainbowKitProvider',
  project: 'projectId',
  config: {
    metadata: { appName: 'name', appDescription: 'description', appUrl: 'url', appIcon: 'icons' },
    dropped: ['projectId', 'wallets'],
    chains: [],
  },
  readProvider,
}
