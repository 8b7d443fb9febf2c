import type { JSXElement } from '@babel/types'
import type { Draft } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { type Found, rangeOf } from '../syntax/walk.ts'
import { CALLS, rewriteCalls } from './appkitCalls.ts'
import { hasWagmi, readAppKit, rewriteAdapters, rewriteAppKit } from './appkitInstance.ts'
import { rewriteNetworks } from './appkitNetworks.ts'
import { type Attributes, rewriteAttributes, toComponent } from './buttons.ts'
import { readPicked, toHook, toSameHook } from './hooks.ts'
import { importInstance, nameInstance } from './instance.ts'
import { findElement, type Kit, type Rule, remarkStill, rewriteUses } from './kit.ts'
import { findLocals } from './wagmiConfig.ts'
import { wrapChildren } from './wrapChildren.ts'

/** AppKit over its adapters in React, as its public documentation has it. */
export const appkit: Kit = {
  name: 'appkit',
  title: 'AppKit',
  page: 'docs/from-appkit.md',
  rows: [
    '<AppKitButton>',
    '<AppKitProvider>',
    '<appkit-button>',
    'adapters',
    'chainImages',
    'connectMethodsOrder',
    'createAppKit',
    'customRpcUrls',
    'customWallets',
    'enableWalletConnect',
    'features.emailShowWallets',
    'modal.disconnect',
    'modal.getAddress',
    'modal.subscribeState',
    'modal.switchNetwork',
    'networks',
    'projectId',
    'siwx',
    'themeVariables',
    'universalProviderConfigOverride',
    'useAppKit()',
    'useAppKitAccount()',
    'useAppKitBalance()',
    'useAppKitConnection()',
    'useAppKitConnections()',
    'useAppKitEvents()',
    'useAppKitNetwork()',
    'useAppKitProvider()',
    'useAppKitState()',
    'useAppKitTheme()',
    'useAppKitWallet()',
    'useDisconnect()',
    'useWalletInfo()',
  ],
  packages: [
    '@reown/appkit',
    '@reown/appkit-adapter-bitcoin',
    '@reown/appkit-adapter-ethers',
    '@reown/appkit-adapter-ethers5',
    '@reown/appkit-adapter-solana',
    '@reown/appkit-adapter-wagmi',
    '@reown/appkit-wallet-button',
  ],
  isTheirs,
  signs: new RegExp(`@reown/appkit|<appkit-|\\bWagmiProvider\\b|\\bcreateRoot\\b|${CALLS.source}`),
  survey(sources) {
    const makers = sources.filter((source) => readAppKit(source, sources) !== undefined)
    const [maker] = makers
    if (!maker || makers.length > 1) return { sources, instance: undefined, provider: undefined, options: [], lost: [] }
    const withWagmi = sources.filter((source) => findProvider(source) !== undefined)
    const holders = withWagmi.length > 0 ? withWagmi : sources.filter((source) => findRoot(source) !== undefined)
    const provider = holders.includes(maker) ? maker : holders.length === 1 ? holders[0] : undefined
    const made = readAppKit(maker, sources)
    const instance = { source: maker, variable: made?.variable ?? nameInstance(maker) }
    return { sources, instance, hasWagmi: hasWagmi(made?.adapters ?? []), provider, options: [], lost: [] }
  },
  rewrite(draft, { sources, instance, provider, hasWagmi: isOverWagmi = false }) {
    const { source } = draft
    dropSideEffects(draft)
    let made: string | undefined
    if (instance?.source === source) made = rewriteAppKit(appkit, draft, { sources, provider })
    else if (instance) rewriteAdapters(draft)
    if (instance) rewriteNetworks(draft, { hasWagmi: isOverWagmi })
    rewriteUses(draft, appkit, RULES, (name) => ROWS[name] ?? `${name}()`)
    rewriteElements(draft)
    if (instance) rewriteCalls(appkit, draft, instance)
    if (provider === source && instance) {
      const found = findProvider(source) ?? findRoot(source)
      const variable = instance.source === source ? made : importInstance(draft, instance)
      if (found && variable)
        wrapChildren(draft, found, {
          tag: draft.need('latchkey/react', 'LatchkeyProvider'),
          attribute: `latchkey={${variable}}`,
        })
    }
  },
}

function isTheirs(module: string): boolean {
  return /^@reown\/appkit(-[\w-]+)?(\/|$)/.test(module)
}

function findProvider(source: Source) {
  return findLocals(source, 'WagmiProvider', (module) => module === 'wagmi')
    .flatMap((local) => source.references.get(local) ?? [])
    .filter(({ parents }) => parents.at(-1)?.type === 'JSXOpeningElement')
    .map(findElement)[0]
}

/** The `<StrictMode>` that a page of React begins with, where no provider of wagmi's stands. */
function findRoot(source: Source): Found<JSXElement> | undefined {
  const roots = findLocals(source, 'createRoot', (module) => module === 'react-dom/client')
  if (roots.length === 0) return undefined
  for (const { node, parents } of source.all) {
    if (node.type !== 'JSXElement' || parents.at(-1)?.type !== 'CallExpression') continue
    const { name } = node.openingElement
    const isStrict =
      name.type === 'JSXIdentifier'
        ? name.name === 'StrictMode'
        : name.type === 'JSXMemberExpression' && name.property.name === 'StrictMode'
    if (isStrict) return { node, parents }
  }
  return undefined
}

/** `import '@reown/appkit-wallet-button/react'` registers an element that is replaced. */
function dropSideEffects(draft: Draft): void {
  for (const node of draft.source.program.body) {
    if (node.type === 'ImportDeclaration' && isTheirs(node.source.value) && node.specifiers.length === 0)
      draft.dropImport(node)
  }
}

/** Rows of names that are no hooks; a hook has a row by its name. */
const ROWS: Readonly<Record<string, string>> = {
  AppKitAccountButton: '<AppKitButton>',
  AppKitButton: '<AppKitButton>',
  AppKitConnectButton: '<AppKitButton>',
  AppKitNetworkButton: '<AppKitButton>',
  AppKitProvider: '<AppKitProvider>',
  BitcoinAdapter: 'adapters',
  Ethers5Adapter: 'adapters',
  EthersAdapter: 'adapters',
  SolanaAdapter: 'adapters',
  WagmiAdapter: 'adapters',
  createAppKit: 'createAppKit',
  defineChain: 'networks',
}

const useAppKitNetwork: Rule = (reference, draft, imported) => {
  const picked = readPicked(reference)
  // Theirs takes a network where ours takes its id.
  const local = picked?.locals.get('switchNetwork')
  const named = local === undefined ? [] : (draft.source.references.get(local) ?? [])
  const calls = named.filter(({ parents }) => picked !== undefined && parents.includes(picked.scope))
  const given = calls.map(({ node, parents }) => {
    const call = parents.at(-1)
    const [network] = call?.type === 'CallExpression' && call.callee === node ? call.arguments : []
    return network?.type === 'Identifier' ? network : undefined
  })
  if (given.some((network) => network === undefined)) return undefined
  const carryOut = toHook('useNetwork', 'active', {
    caipNetwork: (active) => `${active}.network`,
    caipNetworkId: (active) => `${active}.networkId`,
    chainId: (active) => `${active}.network?.id`,
    switchNetwork: (_, { need }) => `${need('latchkey/react', 'useSwitchNetwork')}().switchNetwork`,
  })(reference, draft, imported)
  return (
    carryOut &&
    (() => {
      carryOut()
      for (const network of given) {
        if (!network) continue
        const { start, end } = rangeOf(network)
        draft.edits.replace(start, end, `\`eip155:\${${network.name}.id}\``)
      }
    })
  )
}

/** Ours gives the provider itself, and leaves to the site what it is. */
const useAppKitProvider: Rule = (reference, draft) => {
  const picked = readPicked(reference)
  const local = picked?.locals.get('walletProvider')
  const pattern = picked?.statement.declarations[0]?.id
  if (!picked || !pattern || local === undefined || picked.locals.size > 1) return undefined
  return () => {
    const { call } = picked
    const [given] = call.typeParameters?.type === 'TSTypeParameterInstantiation' ? call.typeParameters.params : []
    const asked = rangeOf(reference.node)
    draft.edits.replace(rangeOf(pattern).start, rangeOf(pattern).end, local)
    draft.edits.replace(
      asked.start,
      rangeOf(call.typeParameters ?? reference.node).end,
      draft.need('latchkey/react', 'useProvider'),
    )
    if (given) draft.edits.insert(rangeOf(call).end, ` as ${draft.read(given)}`)
  }
}

function toButton(name: string): Rule {
  return (...given) => toComponent(appkit, name, attributes)(...given)
}

/** What a button of either kit may be told, by the same names. */
const SAME_ATTRIBUTES = [
  'balance',
  'charsEnd',
  'charsStart',
  'disabled',
  'key',
  'label',
  'loadingLabel',
  'namespace',
  'size',
  'wallet',
]
const attributes: Attributes = (name) => (SAME_ATTRIBUTES.includes(name) ? true : { row: '<appkit-button>' })

const RULES: Readonly<Record<string, Rule>> = {
  AppKitAccountButton: toButton('AccountButton'),
  AppKitButton: toButton('Button'),
  AppKitConnectButton: toButton('ConnectButton'),
  AppKitNetworkButton: toButton('NetworkButton'),
  useAppKit: toSameHook('useModal', { open: 'open', close: 'close' }),
  useAppKitAccount: toSameHook('useAccount', {
    address: 'address',
    caipAddress: 'caipAddress',
    isConnected: 'isConnected',
    status: 'status',
  }),
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState: toSameHook('useLatchkeyState', {
    open: 'open',
    loading: 'loading',
    initialized: 'ready',
    selectedNetworkId: 'networkId',
    activeChain: 'namespace',
  }),
  useAppKitTheme: toSameHook('useAppearance', {
    themeMode: 'themeMode',
    setThemeMode: 'setThemeMode',
  }),
  useDisconnect: toSameHook('useDisconnect', { disconnect: 'disconnect' }),
}

const ELEMENTS: Readonly<Record<string, string>> = {
  'appkit-account-button': 'AccountButton',
  'appkit-button': 'Button',
  'appkit-connect-button': 'ConnectButton',
  'appkit-network-button': 'NetworkButton',
  'appkit-wallet-button': 'WalletButton',
}

/** Elements of the page, in JSX: the components draw ours and bring their types. */
function rewriteElements(draft: Draft): void {
  for (const found of draft.source.all) {
    const { node, parents } = found
    if (node.type !== 'JSXIdentifier') continue
    const parent = parents.at(-1)
    if (parent?.type !== 'JSXOpeningElement' && parent?.type !== 'JSXClosingElement') continue
    const component = ELEMENTS[node.name]
    if (component === undefined) {
      if (node.name.startsWith('appkit-') && parent.type === 'JSXOpeningElement')
        remarkStill(draft, appkit, found, `<${node.name}>`, '<appkit-button>')
      continue
    }
    const { start, end } = rangeOf(node)
    draft.edits.replace(start, end, draft.need('latchkey/react', component))
    const element = parents.at(-2)
    if (parent.type === 'JSXOpeningElement' && element?.type === 'JSXElement')
      rewriteAttributes(appkit, draft, { node: element, parents: parents.slice(0, -2) }, attributes)
  }
}
