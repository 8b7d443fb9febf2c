import { extname } from 'node:path'
import { type ParserPlugin, parse } from '@babel/parser'
import type { Identifier, JSXIdentifier, Node, Program } from '@babel/types'
import { type Found, parentOf, walk } from './walk.ts'

export type Reference = Found<Identifier | JSXIdentifier>

/** A file as its syntax tree has it. */
export type Source = {
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly all: readonly Found[]
  /** Uses of a name as a variable, by name: not the declarations, and no names of members. */
  readonly references: ReadonlyMap<string, readonly Reference[]>
  /** Names that something else than an import declares, anywhere in the file. */
  readonly declared: ReadonlySet<string>
  /** Every name of a variable or a type in the file. */
  readonly names: ReadonlySet<string>
  readonly style: Style
}

/** How a file is written, so that what is added looks like the rest. */
export type Style = {
  readonly quote: "'" | '"'
  readonly end: ';' | ''
  readonly indent: string
  /** How lines end. */
  readonly line: '\n' | '\r\n'
  readonly isTyped: boolean
}

/** Parses a file. Throws what the parser throws, with `loc`, where the text is not of its language. */
export function readSource(path: string, text: string): Source {
  const { program } = parse(text, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    plugins: listPlugins(extname(path)),
  })
  const all = [...walk(program)]
  const references = new Map<string, Reference[]>()
  const declared = new Set<string>()
  const names = new Set<string>()
  for (const found of all) {
    if (!isName(found)) continue
    const { name } = found.node
    if (isImported(found)) names.add(name)
    else if (isBinding(found)) declared.add(name)
    else if (isVariable(found)) references.set(name, [...(references.get(name) ?? []), found])
  }
  for (const name of [...declared, ...references.keys()]) names.add(name)
  return { path, text, program, all, references, declared, names, style: readStyle(path, text, program) }
}

function listPlugins(extension: string): ParserPlugin[] {
  const always: ParserPlugin[] = ['decorators-legacy', 'decoratorAutoAccessors', 'explicitResourceManagement']
  if (['.ts', '.mts', '.cts'].includes(extension)) return ['typescript', ...always]
  return extension === '.tsx' ? ['typescript', 'jsx', ...always] : ['jsx', ...always]
}

function readStyle(path: string, text: string, program: Program): Style {
  const lasts = program.body.map((node) => text[(node.end ?? 0) - 1])
  const quotes = text.match(/from ['"]/g) ?? []
  const indents = text.match(/^(\t| +)(?=\S)(?!\*)/gm) ?? []
  const smallest = indents.filter((each) => each.length > 1 || each === '\t').sort((a, b) => a.length - b.length)[0]
  return {
    quote: quotes.filter((each) => each.endsWith('"')).length > quotes.length / 2 ? '"' : "'",
    end: lasts.includes(';') ? ';' : '',
    indent: smallest ?? '  ',
    line: text.includes('\r\n') ? '\r\n' : '\n',
    isTyped: /\.[mc]?tsx?$/.test(path),
  }
}

function isName(found: Found): found is Reference {
  return found.node.type === 'Identifier' || found.node.type === 'JSXIdentifier'
}

/** `<appkit-button>` names an element of the page, no variable. */
function isTagOf(found: Found): found is Found<JSXIdentifier> {
  return found.node.type === 'JSXIdentifier' && /^[a-z]/.test(found.node.name)
}

function isImported(found: Found): boolean {
  return parentOf(found)?.type.startsWith('Import') ?? false
}

/** Whether the name is declared here: as a variable, a parameter, a function, a class or a type. */
function isBinding(found: Found): boolean {
  let { node } = found as { node: Node }
  for (const parent of [...found.parents].reverse()) {
    switch (parent.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSEnumDeclaration':
        return parent.id === node
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'ObjectMethod':
      case 'ClassMethod':
        return ('id' in parent && parent.id === node) || (parent.params as readonly Node[]).includes(node)
      case 'CatchClause':
        return parent.param === node
      case 'ObjectProperty':
        // The key of a pattern declares nothing; in an object this way up ends at no declaration.
        if (parent.value !== node) return false
        break
      case 'AssignmentPattern':
        if (parent.left !== node) return false
        break
      case 'ObjectPattern':
      case 'ArrayPattern':
      case 'RestElement':
        break
      default:
        return false
    }
    node = parent
  }
  return false
}

/** Whether the name stands for a variable, and not for a member, a label or an attribute. */
function isVariable(found: Found): boolean {
  const parent = parentOf(found)
  const { node } = found
  switch (parent?.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return parent.computed || parent.object === node
    case 'JSXMemberExpression':
      return parent.object === node
    case 'JSXAttribute':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'ClassMethod':
    case 'ObjectMethod':
      return 'computed' in parent && parent.computed === true
    case 'ObjectProperty':
    case 'ClassProperty':
      return parent.computed || parent.value === node
    case 'ExportSpecifier':
      return parent.local === node && !isForwarded(found)
    case 'TSQualifiedName':
      return parent.left === node
    case 'JSXClosingElement':
    case 'JSXOpeningElement':
      return !isTagOf(found)
    default:
      return true
  }
}

/** `export { x } from '…'` says nothing of a variable here. */
function isForwarded({ parents }: Found): boolean {
  const declaration = parents.at(-2)
  return declaration?.type === 'ExportNamedDeclaration' && declaration.source != null
}
