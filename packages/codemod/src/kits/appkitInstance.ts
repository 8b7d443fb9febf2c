import type { CallExpression, NewExpression, Node, ObjectExpression, Statement } from '@babel/types'
import { type Draft, findProperty, readKey, readMargin, skipLine } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { removeItems } from '../syntax/removeItems.ts'
import { rangeOf } from '../syntax/walk.ts'
import { isOfOtherFamily, listFromViem } from './appkitNetworks.ts'
import { appkitOptions } from './appkitOptions.ts'
import { type Left, leadsTo, nameInstance, writeLeft } from './instance.ts'
import { isNamed, type Kit, sayLost } from './kit.ts'
import { findLocals, listChains, listVariables, writeTransports } from './wagmiConfig.ts'

type AppKit = {
  readonly statement: Statement
  readonly call: CallExpression
  readonly object: ObjectExpression
  /** The variable that holds what `createAppKit` gives, where one does. */
  readonly variable: string | undefined
  readonly isExported: boolean
  readonly adapters: readonly Given[]
}

/** An adapter as the modal is given it. */
type Given =
  | {
      readonly kind: 'wagmi'
      /** Its variable, of this module or of the one that it is imported from. */
      readonly name: string
    }
  | {
      readonly kind: 'ethers' | 'ethers5' | 'solana' | 'bitcoin'
      /** What makes it. */
      readonly made: NewExpression
      /** Where it is held by a variable that nothing else names. */
      readonly statement: Statement | undefined
    }

/** Adapters of other libraries, by the name of their class. */
const OTHER_ADAPTERS = {
  EthersAdapter: 'ethers',
  Ethers5Adapter: 'ethers5',
  SolanaAdapter: 'solana',
  BitcoinAdapter: 'bitcoin',
} as const

type Adapter = {
  readonly name: string
  readonly statement: Statement
  readonly made: NewExpression
  readonly object: ObjectExpression
  readonly isExported: boolean
}

/** The `createAppKit` of a module over adapters that these modules make, of them one of wagmi's at most; undefined for all others. */
export function readAppKit(source: Source, sources: readonly Source[]): AppKit | undefined {
  const makers = findLocals(
    source,
    'createAppKit',
    (module) => module === '@reown/appkit/react' || module === '@reown/appkit',
  )
  const found = source.program.body.flatMap((statement) => {
    const variable = listVariables(source).find((one) => one.statement === statement)
    const call = statement.type === 'ExpressionStatement' ? statement.expression : variable?.declarator.init
    if (call?.type !== 'CallExpression' || !makers.some((maker) => isNamed(call.callee, maker))) return []
    const [object] = call.arguments
    if (object?.type !== 'ObjectExpression') return []
    const given = findProperty(object, 'adapters')
    const list = given?.type === 'ObjectProperty' && given.value.type === 'ArrayExpression' ? given.value.elements : []
    const id = variable?.declarator.id
    const adapters = list.flatMap((element) => readGiven(source, element, sources) ?? [])
    const isRead = list.length > 0 && adapters.length === list.length
    if (!isRead || adapters.filter(({ kind }) => kind === 'wagmi').length > 1) return []
    if (id && id.type !== 'Identifier') return []
    return [{ statement, call, object, variable: id?.name, isExported: variable?.isExported ?? false, adapters }]
  })
  return found.length === 1 ? found[0] : undefined
}

/** An adapter in the list of the modal; undefined where it cannot be seen what it is. */
function readGiven(source: Source, element: Node | null, sources: readonly Source[]): Given | undefined {
  const variable =
    element?.type === 'Identifier'
      ? listVariables(source).find(({ declarator }) => isNamed(declarator.id, element.name))
      : undefined
  const made = element?.type === 'NewExpression' ? element : variable?.declarator.init
  if (made?.type === 'NewExpression') {
    const kind = readKind(source, made)
    const uses = element?.type === 'Identifier' ? (source.references.get(element.name)?.length ?? 0) : 1
    if (kind) return uses === 1 && !variable?.isExported ? { kind, made, statement: variable?.statement } : undefined
  }
  if (element?.type !== 'Identifier' || !isWagmiAdapter(source, element.name, sources)) return undefined
  return { kind: 'wagmi', name: element.name }
}

/** Of which other library an adapter is. */
function readKind(source: Source, { callee }: NewExpression) {
  for (const [name, kind] of Object.entries(OTHER_ADAPTERS)) {
    const makers = findLocals(source, name, (module) => module.startsWith(`@reown/appkit-adapter-${kind}`))
    if (makers.some((maker) => isNamed(callee, maker))) return kind
  }
  return undefined
}

/** Whether a variable is a wagmi adapter, made here or exported by a module that it is imported from. */
function isWagmiAdapter(source: Source, name: string, sources: readonly Source[]): boolean {
  if (findAdapters(source).some((adapter) => adapter.name === name)) return true
  return source.program.body.some((node) => {
    if (node.type !== 'ImportDeclaration' || !node.specifiers.some(({ local }) => local.name === name)) return false
    const from = sources.filter((other) => leadsTo(source, node.source.value, other))
    return from.some((other) => findAdapters(other).some((adapter) => adapter.isExported && adapter.name === name))
  })
}

function findAdapters(source: Source): readonly Adapter[] {
  const makers = findLocals(source, 'WagmiAdapter', (module) => module === '@reown/appkit-adapter-wagmi')
  return listVariables(source).flatMap(({ statement, declarator, isExported }) => {
    const { id, init } = declarator
    if (id.type !== 'Identifier' || init?.type !== 'NewExpression') return []
    const [object] = init.arguments
    if (!makers.some((maker) => isNamed(init.callee, maker)) || object?.type !== 'ObjectExpression') return []
    return [{ name: id.name, statement, made: init, object, isExported }]
  })
}

/** What a wagmi adapter takes that `createConfig` takes too. */
const OF_CONFIG = [
  'batch',
  'cacheTime',
  'connectors',
  'multiInjectedProviderDiscovery',
  'pollingInterval',
  'ssr',
  'storage',
  'syncConnectedChain',
  'transports',
]

/** Makes adapter and modal of a module ours. Gives the variable of the instance. */
export function rewriteAppKit(
  kit: Kit,
  draft: Draft,
  { sources, provider }: { readonly sources: readonly Source[]; readonly provider: Source | undefined },
): string | undefined {
  const { source, edits } = draft
  const { text } = source
  const appKit = readAppKit(source, sources)
  if (!appKit) return undefined
  const configs = rewriteAdapters(draft)
  const { object, call, statement } = appKit
  const { kept, added, left } = appkitOptions(kit, draft, object)
  const latchkey = draft.need('latchkey', 'createLatchkey')
  edits.replace(rangeOf(call.callee).start, rangeOf(call.callee).end, latchkey)
  const adapters = findProperty(object, 'adapters')
  for (const given of appKit.adapters) {
    if (given.kind === 'wagmi' || !given.statement) continue
    const { start, end } = rangeOf(given.statement)
    edits.remove(start, skipLine(text, end))
  }
  const makers = appKit.adapters.map((given) => {
    if (given.kind !== 'wagmi') return `${draft.need(`latchkey/${given.kind}`, given.kind)}()`
    const config = configs.get(given.name) ?? `${given.name}.wagmiConfig`
    return `${draft.need('latchkey/wagmi', 'wagmi')}({ ${config === 'config' ? 'config' : `config: ${config}`} })`
  })
  if (adapters) edits.replace(rangeOf(adapters).start, rangeOf(adapters).end, `adapters: [${makers.join(', ')}]`)
  removeItems(edits, text, object.properties, (property) => !kept.includes(property))
  const remarks: Left[] = [
    ...(hasWagmi(appKit.adapters) ? [] : listFromViem(draft)).map((name) => ({
      message: `${name} comes from viem, which your package.json has to name`,
    })),
    ...left,
  ]
  const wallets = appKit.adapters.flatMap((given) => readWallets(given) ?? [])
  for (const each of wallets)
    remarks.push({ message: sayLost(kit, { what: 'wallets', row: 'adapters' }), code: draft.read(each) })
  if (!provider)
    remarks.push({
      message:
        'no <WagmiProvider> or <StrictMode> was found: put <LatchkeyProvider latchkey={…}> around what uses hooks',
    })
  writeOptions(draft, object, kept, added, writeLeft(remarks))
  const isAsked = provider !== source
  const { start } = rangeOf(statement)
  if (appKit.variable !== undefined) {
    if (isAsked && !appKit.isExported) edits.insert(start, 'export ')
    return appKit.variable
  }
  const variable = nameInstance(source)
  edits.insert(start, `${isAsked ? 'export ' : ''}const ${variable} = `)
  return variable
}

/** Whether a modal stands on wagmi. */
export function hasWagmi(adapters: readonly { readonly kind: string }[]): boolean {
  return adapters.some(({ kind }) => kind === 'wagmi')
}

/** Wallets that an adapter is told: ours finds those of the page by itself. */
function readWallets(given: Given): Node | undefined {
  const [object] = given.kind === 'wagmi' ? [] : given.made.arguments
  return object?.type === 'ObjectExpression' ? findProperty(object, 'wallets') : undefined
}

/** Adds options and comments behind those that stay. */
function writeOptions(
  draft: Draft,
  object: ObjectExpression,
  kept: readonly Node[],
  added: readonly string[],
  comments: readonly string[],
): void {
  const { style, text } = draft.source
  const { start, end } = rangeOf(object)
  const last = kept.at(-1)
  const at = last ? rangeOf(last).end : start + 1
  const isOnLines = text.slice(start, end).includes('\n')
  const outer = readMargin(text, start)
  const margin = isOnLines && last ? readMargin(text, rangeOf(last).start) : `${outer}${style.indent}`
  const lines = [...added.map((code) => `${code},`), ...comments]
  const written = lines.map((line) => `${style.line}${margin}${line}`).join('')
  if (isOnLines) {
    const comma = text.slice(at).trimStart().startsWith(',')
    // The comma that stands behind the last one closes what is written now, where that ends with code.
    draft.edits.insert(at, `,${written}`)
    if (comma) draft.edits.remove(at + text.slice(at).indexOf(','), at + text.slice(at).indexOf(',') + 1)
  } else {
    draft.edits.insert(at, `,${written}${style.line}${outer}`)
    const lastOfAll = object.properties.at(-1)
    if (lastOfAll) draft.edits.remove(Math.max(at, rangeOf(lastOfAll).end), end - 1)
  }
}

/** Makes the adapters of a module configs of wagmi's own. Gives the code of each config by the adapter's variable. */
export function rewriteAdapters(draft: Draft): ReadonlyMap<string, string> {
  return new Map(findAdapters(draft.source).map((adapter) => [adapter.name, rewriteAdapter(draft, adapter)]))
}

function rewriteAdapter(draft: Draft, adapter: Adapter): string {
  const { source, edits } = draft
  const { text, style } = source
  const { object, made, name, isExported } = adapter
  const uses = source.references.get(name) ?? []
  const isMember = (parent: Node | undefined): boolean =>
    parent?.type === 'MemberExpression' && isNamed(parent.property, 'wagmiConfig')
  const isRenamed =
    !isExported &&
    !source.names.has('config') &&
    uses.every(({ parents }) => isMember(parents.at(-1)) || parents.at(-1)?.type === 'ArrayExpression')
  const networks = findProperty(object, 'networks')
  const value = networks?.type === 'ObjectProperty' ? networks.value : undefined
  const named = listNetworks(source, value)
  const own = named?.filter((name) => !isOfOtherFamily(draft, name))
  // Networks of other families are none of wagmi's.
  const written = own && named && own.length < named.length ? `[${own.join(', ')}]` : value ? draft.read(value) : ''
  if (networks) edits.replace(rangeOf(networks).start, rangeOf(networks).end, `chains: ${written}`)
  const kept = object.properties.filter(
    (property) =>
      property === networks || OF_CONFIG.includes(readKey(property) ?? '') || property.type === 'SpreadElement',
  )
  removeItems(edits, text, object.properties, (property) => !kept.includes(property as (typeof kept)[number]))
  if (!findProperty(object, 'transports') && networks) {
    const { end } = rangeOf(networks)
    const isOnLine = /\n[ \t]*$/.test(text.slice(0, rangeOf(networks).start))
    const gap = isOnLine ? `${style.line}${readMargin(text, rangeOf(networks).start)}` : ' '
    edits.insert(end, `,${gap}${writeTransports(draft, own)}`)
  }
  const createConfig = draft.need('wagmi', 'createConfig')
  const { start, end } = rangeOf(made)
  if (isRenamed) {
    edits.replace(start, rangeOf(object).start, `${createConfig}(`)
    const id = rangeOf(adapter.made).start
    const declared = text.lastIndexOf(name, id)
    edits.replace(declared, declared + name.length, 'config')
    for (const { parents } of uses) {
      const member = parents.at(-1)
      if (member?.type === 'MemberExpression') edits.replace(rangeOf(member).start, rangeOf(member).end, 'config')
    }
    return 'config'
  }
  // Other files name it as a part of what this variable holds.
  edits.replace(start, rangeOf(object).start, `{ wagmiConfig: ${createConfig}(`)
  edits.insert(end, ' }')
  return `${name}.wagmiConfig`
}

/** The networks that a list names, here or in a variable of the module. */
function listNetworks(source: Source, value: Node | undefined): readonly string[] | undefined {
  if (value?.type !== 'Identifier') return listChains(value)
  const variable = listVariables(source).find(({ declarator }) => isNamed(declarator.id, value.name))
  return variable ? listChains(variable.declarator.init ?? undefined) : undefined
}
