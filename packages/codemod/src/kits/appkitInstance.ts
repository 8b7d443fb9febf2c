import type { CallExpression, NewExpression, Node, ObjectExpression, Statement } from '@babel/types'
import { type Draft, findProperty, readKey, readMargin } from '../syntax/createDraft.ts'
import type { Source } from '../syntax/readSource.ts'
import { removeItems } from '../syntax/removeItems.ts'
import { rangeOf } from '../syntax/walk.ts'
import { appkitOptions } from './appkitOptions.ts'
import { type Left, leadsTo, nameInstance, writeLeft } from './instance.ts'
import { isNamed, type Kit } from './kit.ts'
import { findLocals, listChains, listVariables, writeTransports } from './wagmiConfig.ts'

type AppKit = {
  readonly statement: Statement
  readonly call: CallExpression
  readonly object: ObjectExpression
  /** The variable that holds what `createAppKit` gives, where one does. */
  readonly variable: string | undefined
  readonly isExported: boolean
  /** The variable of its one adapter, of this module or of the one that it is imported from. */
  readonly adapter: string
}
type Adapter = {
  readonly name: string
  readonly statement: Statement
  readonly made: NewExpression
  readonly object: ObjectExpression
  readonly isExported: boolean
}

/** The `createAppKit` of a module over one wagmi adapter that one of these modules makes; undefined for all others. */
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
    const [adapter] = list
    const id = variable?.declarator.id
    if (list.length !== 1 || adapter?.type !== 'Identifier' || (id && id.type !== 'Identifier')) return []
    if (!isWagmiAdapter(source, adapter.name, sources)) return []
    const held = id?.type === 'Identifier' ? id.name : undefined
    return [
      { statement, call, object, variable: held, isExported: variable?.isExported ?? false, adapter: adapter.name },
    ]
  })
  return found.length === 1 ? found[0] : undefined
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
  const config = rewriteAdapters(draft).get(appKit.adapter) ?? `${appKit.adapter}.wagmiConfig`
  const { object, call, statement } = appKit
  const { kept, added, left } = appkitOptions(kit, draft, object)
  const latchkey = draft.need('latchkey', 'createLatchkey')
  edits.replace(rangeOf(call.callee).start, rangeOf(call.callee).end, latchkey)
  const adapters = findProperty(object, 'adapters')
  const wagmi = draft.need('latchkey/wagmi', 'wagmi')
  if (adapters) {
    const given = config === 'config' ? 'config' : `config: ${config}`
    edits.replace(rangeOf(adapters).start, rangeOf(adapters).end, `adapters: [${wagmi}({ ${given} })]`)
  }
  removeItems(edits, text, object.properties, (property) => !kept.includes(property))
  const remarks: Left[] = [...left]
  if (!provider)
    remarks.push({
      message: 'no <WagmiProvider> was found: put <LatchkeyProvider latchkey={…}> around what uses hooks',
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
  const written = value ? draft.read(value) : ''
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
    edits.insert(end, `,${gap}${writeTransports(draft, listNetworks(source, value))}`)
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
