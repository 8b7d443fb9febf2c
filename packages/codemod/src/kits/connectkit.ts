import type { ObjectExpression } from '@babel/types'
import { readKey } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { rangeOf } from '../syntax/walk.ts'
import { type Attributes, toBalance, toComponent } from './buttons.ts'
import { toHook } from './hooks.ts'
import {
  expressionOf,
  type Kit,
  type Lost,
  nameOf,
  type Option,
  type Rule,
  readText,
  rewriteUses,
  writeText,
} from './kit.ts'
import { type ReadProvider, rewriteWagmi, surveyWagmi, type WagmiKit } from './wagmiKit.ts'

/** ConnectKit 1, as its public documentation has it. */
export const connectkit: Kit = {
  name: 'connectkit',
  title: 'ConnectKit',
  page: 'docs/from-connectkit.md',
  rows: [
    '<Avatar>',
    '<ChainIcon>',
    '<ConnectKitButton.Custom>',
    '<ConnectKitButton>',
    '<ConnectKitProvider>',
    '<SIWEProvider>',
    'customTheme',
    'getDefaultConfig({ chains, transports })',
    'mode',
    'onConnect',
    'onDisconnect',
    'options.disclaimer',
    'options.embedGoogleFonts',
    'options.enforceSupportedChains',
    'options.hideBalance',
    'options.hideNoWalletCTA',
    'options.hideQuestionMarkCTA',
    'options.hideTooltips',
    'options.initialChainId',
    'options.language',
    'options.walletConnectCTA',
    'options.walletConnectName',
    'theme',
    'useChains()',
    'useModal()',
    'useSIWE()',
    'walletConnectProjectId',
  ],
  packages: ['connectkit', 'connectkit-next-siwe'],
  isTheirs,
  signs: /['"]connectkit|\bcreateConfig\b/,
  survey: (sources) => surveyWagmi(wagmiKit, sources),
  rewrite(draft, survey) {
    rewriteWagmi(wagmiKit, draft, survey)
    rewriteUses(draft, connectkit, RULES, (name, { parents }) => {
      const isCustom = parents.at(-1)?.type === 'JSXMemberExpression'
      return isCustom ? '<ConnectKitButton.Custom>' : ROWS[name]
    })
  },
}

function isTheirs(module: string): boolean {
  return /^connectkit(-next-siwe)?(\/|$)/.test(module)
}

/** Where the page tells of a name that is left to a person; a name of its own row has none here. */
const ROWS: Readonly<Record<string, string>> = {
  Avatar: '<Avatar>',
  ChainIcon: '<ChainIcon>',
  ConnectKitButton: '<ConnectKitButton>',
  ConnectKitProvider: '<ConnectKitProvider>',
  SIWEProvider: '<SIWEProvider>',
  getDefaultConfig: 'getDefaultConfig({ chains, transports })',
  useChains: 'useChains()',
  useModal: 'useModal()',
  useSIWE: 'useSIWE()',
}

const connectKitButton: Attributes = (name, attribute) => {
  if (name === 'label') return true
  if (name === 'showBalance') return toBalance(attribute, '<ConnectKitButton>')
  return { row: '<ConnectKitButton>' }
}

/** `useModal` of both is called alike; what it gives is not. */
const useModal = toHook('useModal', 'modal', {
  open: (modal) => `${modal}.isOpen`,
  setOpen: (modal, { source }) =>
    `(${source.style.isTyped ? 'show: boolean' : 'show'}) => (show ? ${modal}.open() : ${modal}.close())`,
  openAbout: (modal, { source }) => toOpening(modal, 'WhatIsAWallet', source),
  openOnboarding: (modal, { source }) => toOpening(modal, 'GetWallet', source),
  openProfile: (modal, { source }) => toOpening(modal, 'Account', source),
  openSwitchNetworks: (modal, { source }) => toOpening(modal, 'Networks', source),
})

function toOpening(modal: string, view: string, source: Source): string {
  return `() => ${modal}.open({ view: ${writeText(source, view)} })`
}

const useChains: Rule = ({ node, parents }, draft) => {
  const call = parents.at(-1)
  if (call?.type !== 'CallExpression' || call.callee !== node) return undefined
  return () => {
    const { start, end } = rangeOf(call)
    draft.edits.replace(start, end, `${draft.need('latchkey/react', 'useNetwork')}().networks`)
  }
}

const RULES: Readonly<Record<string, Rule>> = {
  // Theirs shows no balance unless it is told to.
  ConnectKitButton: toComponent(connectkit, 'Button', connectKitButton, {
    code: 'balance="hide"',
    unless: 'showBalance',
  }),
  useChains,
  useModal,
}

const MODES: Readonly<Record<string, string>> = { auto: 'system', dark: 'dark', light: 'light' }
const readProvider: ReadProvider = ({ openingElement }, source) => {
  const options: Option[] = []
  const lost: Lost[] = []
  let mode = 'system'
  for (const attribute of openingElement.attributes) {
    const name = nameOf(attribute)
    const code = source.text.slice(rangeOf(attribute).start, rangeOf(attribute).end)
    const value = attribute.type === 'JSXAttribute' ? expressionOf(attribute) : undefined
    const known = name === 'mode' ? MODES[readText(value) ?? ''] : undefined
    if (known !== undefined) mode = known
    else if (name === 'options' && value?.type === 'ObjectExpression') readOptions(value, source, options, lost)
    else if (name === 'theme' && ['auto', 'default'].includes(readText(value) ?? '')) continue
    else {
      lost.push({ what: name ?? 'a spread', row: toRow(name), code })
    }
  }
  // Theirs follows the visitor's system unless it is told otherwise, and ours is dark.
  return { options: [{ name: 'themeMode', text: mode }, ...options], lost }
}

function toRow(name = ''): string {
  return connectkit.rows.includes(name) ? name : '<ConnectKitProvider>'
}

function readOptions(object: ObjectExpression, source: Source, options: Option[], lost: Lost[]): void {
  for (const property of object.properties) {
    const name = readKey(property) ?? '…'
    const value = property.type === 'ObjectProperty' ? property.value : undefined
    const code = source.text.slice(rangeOf(property).start, rangeOf(property).end)
    if (name === 'language' && readText(value) !== undefined)
      options.push({ name: 'locale', text: readText(value) ?? '' })
    else if (name === 'initialChainId' && value?.type === 'NumericLiteral') {
      // 0 says that any network is right.
      if (value.value !== 0) options.push({ name: 'defaultNetwork', text: `eip155:${value.value}` })
    } else if (name === 'enforceSupportedChains' && value?.type === 'BooleanLiteral')
      options.push({ name: 'allowUnsupportedChain', code: `${!value.value}` })
    else
      lost.push({
        what: `options.${name}`,
        row: toRow(`options.${name}`),
        code,
      })
  }
}

const wagmiKit: WagmiKit = {
  kit: connectkit,
  provider: 'ConnectKitProvider',
  project: 'walletConnectProjectId',
  config: {
    metadata: { appName: 'name', appDescription: 'description', appUrl: 'url', appIcon: 'icons' },
    dropped: ['walletConnectProjectId', 'enableFamily', 'enableAaveAccount'],
    chains: ['mainnet', 'polygon', 'optimism', 'arbitrum'],
  },
  readProvider,
}
