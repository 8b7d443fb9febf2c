import type { CallExpression, Node, ObjectExpression, Statement, VariableDeclarator } from '@babel/types'
import { type Draft, findProperty, readKey, readMargin } from '../syntax/createDraft.ts'
import { listLines } from '../syntax/listLines.ts'
import type { Source } from '../syntax/readSource.ts'
import { removeItems } from '../syntax/removeItems.ts'
import { rangeOf } from '../syntax/walk.ts'
import { isNamed } from './kit.ts'

/** A wagmi config that a module holds in a variable. */
export type Config = {
  readonly source: Source
  readonly variable: string
  readonly isExported: boolean
  /** The statement of the module, with its `export`. */
  readonly statement: Statement
  /** The call of wagmi's `createConfig`, or of the kit's maker of it. */
  readonly call: CallExpression
  /** The kit's own call, where there is one: the same, or the argument of the other. */
  readonly theirs: CallExpression | undefined
  readonly object: ObjectExpression
}

/** The configs of a module: by `getDefaultConfig` of the kit, with `createConfig` around it or not, or by `createConfig` alone. */
export function findConfigs(source: Source, isTheirs: (module: string) => boolean): readonly Config[] {
  const makers = findLocals(source, 'getDefaultConfig', isTheirs)
  const ours = findLocals(source, 'createConfig', (module) => module === 'wagmi' || module === '@wagmi/core')
  return listVariables(source).flatMap(({ statement, declarator, isExported }): Config[] => {
    const { init, id } = declarator
    if (init?.type !== 'CallExpression' || id.type !== 'Identifier') return []
    const [inner] = init.arguments
    const isTheirCall = (node: Node | undefined): node is CallExpression =>
      node?.type === 'CallExpression' && makers.some((maker) => isNamed(node.callee, maker))
    const isOurCall = ours.some((maker) => isNamed(init.callee, maker))
    const theirs = isTheirCall(init) ? init : isOurCall && isTheirCall(inner) ? inner : undefined
    if (!theirs && !isOurCall) return []
    const [object] = (theirs ?? init).arguments
    if (object?.type !== 'ObjectExpression') return []
    return [{ source, variable: id.name, isExported, statement, call: init, theirs, object }]
  })
}

/** Variables that a module declares one by one, with the statements that do. */
export function listVariables(source: Source): readonly {
  readonly statement: Statement
  readonly declarator: VariableDeclarator
  readonly isExported: boolean
}[] {
  return source.program.body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return []
    return declaration.declarations.map((declarator) => ({ statement, declarator, isExported }))
  })
}

/** The names by which a file uses an export of some modules. */
export function findLocals(source: Source, name: string, isWanted: (module: string) => boolean): readonly string[] {
  return source.program.body.flatMap((declaration) => {
    if (declaration.type !== 'ImportDeclaration' || !isWanted(declaration.source.value)) return []
    return declaration.specifiers.flatMap((specifier) =>
      specifier.type === 'ImportSpecifier' && isNamed(specifier.imported, name) ? [specifier.local.name] : [],
    )
  })
}

/** Options of the kit's `getDefaultConfig` that wagmi's `createConfig` does not know, by what becomes of them. */
export type KitOptions = {
  /** Ours by theirs: parts of `metadata`. */
  readonly metadata: Readonly<Record<string, 'name' | 'description' | 'url' | 'icons'>>
  /** Those that just go. */
  readonly dropped: readonly string[]
  /** Chains that the kit takes where it is told none. */
  readonly chains: readonly string[]
}

/** Makes the kit's config one of wagmi's own. Gives what belongs into `metadata`, in code. */
export function rewriteConfig(draft: Draft, { call, theirs, object }: Config, options: KitOptions): readonly string[] {
  if (theirs === undefined) return []
  const { edits, source } = draft
  const { text, style } = source
  const createConfig = draft.need('wagmi', 'createConfig')
  if (theirs === call) edits.replace(rangeOf(call.callee).start, rangeOf(call.callee).end, createConfig)
  else unwrap(draft, { call, theirs, object })

  const metadata = object.properties.flatMap((property): string[] => {
    const name = options.metadata[readKey(property) ?? '']
    if (name === undefined || property.type !== 'ObjectProperty') return []
    const code = draft.read(property.value)
    if (name === 'icons') return [`icons: [${code}]`]
    return [code === name ? name : `${name}: ${code}`]
  })
  const gone = [...Object.keys(options.metadata), ...options.dropped]
  const isGone = (property: Node): boolean => gone.includes(readKey(property) ?? '')
  removeItems(edits, text, object.properties, isGone)

  const chains = findProperty(object, 'chains')
  const added: string[] = []
  if (!chains && !object.properties.some(({ type }) => type === 'SpreadElement'))
    added.push(`chains: [${options.chains.map((name) => draft.need('wagmi/chains', name)).join(', ')}]`)
  if (!findProperty(object, 'transports') && !findProperty(object, 'client')) {
    const value = chains?.type === 'ObjectProperty' ? chains.value : undefined
    added.push(
      writeTransports(
        draft,
        chains ? listChains(value) : options.chains.map((name) => draft.need('wagmi/chains', name)),
      ),
    )
  }
  const last = chains ?? object.properties.filter((property) => !isGone(property)).at(-1)
  if (added.length === 0) return metadata
  if (last) {
    const { start, end } = rangeOf(last)
    const isOwnLine = /\n[ \t]*$/.test(text.slice(0, start))
    const margin = readMargin(text, isOwnLine ? start : rangeOf(object).start)
    const gap = isOwnLine ? `${style.line}${margin}` : ' '
    edits.insert(end, added.map((code) => `,${gap}${reindent(code, margin, style.line)}`).join(''))
  } else edits.insert(rangeOf(object).start + 1, ` ${added.join(', ')} `)
  return metadata
}

/** `createConfig(getDefaultConfig({…}))` as `createConfig({…})`, one step further out where it stood on lines of its own. */
function unwrap(
  { edits, source: { text } }: Draft,
  {
    call,
    theirs,
    object,
  }: { readonly call: CallExpression; readonly theirs: CallExpression; readonly object: ObjectExpression },
): void {
  const from = text.indexOf('(', rangeOf(call.callee).end) + 1
  edits.remove(from, rangeOf(object).start)
  edits.remove(rangeOf(object).end, rangeOf(call).end - 1)
  const outer = readMargin(text, rangeOf(call).start)
  const inner = readMargin(text, rangeOf(theirs).start)
  if (!inner.startsWith(outer) || inner === outer) return
  for (const at of listLines(text, object, rangeOf(object)))
    if (text.startsWith(inner, at)) edits.remove(at, at + inner.length - outer.length)
}

/** The chains that a list names, also under a condition; undefined where it cannot be seen. */
export function listChains(value: Node | undefined): readonly string[] | undefined {
  if (value?.type === 'Identifier') return [value.name]
  if (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') return listChains(value.expression)
  if (value?.type === 'ConditionalExpression') return joinChains([value.consequent, value.alternate])
  if (value?.type !== 'ArrayExpression') return undefined
  return joinChains(
    value.elements.map((element) => (element?.type === 'SpreadElement' ? toList(element.argument) : element)),
  )
}

/** What is spread has to be a list that is written out: a name could be one of many. */
function toList(node: Node): Node | null {
  return node.type === 'ArrayExpression' || node.type === 'ConditionalExpression' ? node : null
}

function joinChains(nodes: readonly (Node | null)[]): readonly string[] | undefined {
  const lists = nodes.map((node) => (node ? listChains(node) : undefined))
  if (lists.some((list) => list === undefined)) return undefined
  return [...new Set(lists.flatMap((list) => list ?? []))]
}

/** How wagmi reaches chains: their own nodes, as the kit has it. */
export function writeTransports(draft: Draft, chains: readonly string[] | undefined): string {
  const http = draft.need('wagmi', 'http')
  if (chains === undefined || chains.length === 0)
    return `client: ({ chain }) => ${draft.need('viem', 'createClient')}({ chain, transport: ${http}() })`
  const { indent, line } = draft.source.style
  const entries = chains.map((chain) => `[${chain}.id]: ${http}()`)
  if (entries.join(', ').length < 90) return `transports: { ${entries.join(', ')} }`
  return `transports: {${line}${entries.map((entry) => `${indent}${entry},${line}`).join('')}}`
}

/** Puts all lines but the first behind a margin. */
function reindent(code: string, margin: string, line: string): string {
  return code.split(line).join(`${line}${margin}`)
}
