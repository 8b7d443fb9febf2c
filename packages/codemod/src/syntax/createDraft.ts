import type { ImportDeclaration, Node, ObjectExpression, Statement } from '@babel/types'
import { createEdits, type Edits } from './createEdits.ts'
import type { Reference, Source } from './readSource.ts'
import { type Found, rangeOf } from './walk.ts'

/** A name that a file imports, and where it uses it. */
export type Imported = {
  readonly module: string
  /** As the module calls it; `*` and `default` for the whole and the default. */
  readonly name: string
  readonly local: string
  readonly declaration: ImportDeclaration
  readonly isType: boolean
  readonly references: readonly Reference[]
}

/** A file that is being rewritten. */
export type Draft = {
  readonly source: Source
  readonly edits: Edits
  readonly imports: readonly Imported[]
  /** The name by which the file uses what a module exports, which is imported if it is not yet. */
  need(module: string, name: string, options?: { readonly isType?: boolean }): string
  /** Says that a name of another kit is no longer used, so that it is free and its import goes. */
  free(imported: Imported): void
  isFreed(imported: Imported): boolean
  /** Takes a whole import away. */
  dropImport(declaration: ImportDeclaration): void
  /** A name that nothing in the file has: the wanted one, or one made of it. */
  findFreeName(wanted: string): string
  /** A comment above the statement around a node, for what a person has to do. `kept` is code that was taken out. */
  remark(found: Found, message: string, kept?: string): void
  /** The code of a node. */
  read(node: Node): string
  /** The whole text with all changes. */
  finish(): string
}

/** What begins every comment that is left for a person. */
export const MARK = 'TODO(latchkey):'

type Added = { readonly name: string; readonly local: string; readonly isType: boolean }

/** Begins the rewriting of a file. */
export function createDraft(source: Source): Draft {
  const { text, style } = source
  const edits = createEdits(text)
  const imports = listImports(source)
  const freed = new Set<Imported>()
  const dropped = new Set<ImportDeclaration>()
  const added = new Map<string, Added[]>()
  const taken = new Set<string>()
  const remarks = new Map<Statement, string[]>()

  const isFree = (name: string): boolean => {
    if (taken.has(name)) return false
    if (!source.names.has(name)) return true
    // The name of what makes way is free where nothing else in the file has it.
    const owner = imports.find(({ local }) => local === name)
    return owner !== undefined && freed.has(owner) && !source.declared.has(name)
  }

  const draft: Draft = {
    source,
    edits,
    imports,
    need(module, name, { isType = false } = {}) {
      const existing = imports.find(
        (one) => one.module === module && one.name === name && (!one.isType || isType) && !freed.has(one),
      )
      if (existing && !source.declared.has(existing.local)) return existing.local
      const before = added.get(module)?.find((one) => one.name === name)
      if (before) return before.local
      const local = isFree(name) ? name : draft.findFreeName(alias(name))
      taken.add(local)
      added.set(module, [...(added.get(module) ?? []), { name, local, isType }])
      return local
    },
    free: (imported) => freed.add(imported),
    isFreed: (imported) => freed.has(imported),
    dropImport: (declaration) => dropped.add(declaration),
    findFreeName(wanted) {
      let name = wanted
      for (let count = 2; !isFree(name); count += 1) name = `${wanted}${count}`
      taken.add(name)
      return name
    },
    remark(found, message, kept = '') {
      const statement = findStatement(found)
      if (statement === undefined) return
      const comment = [`// ${MARK} ${message}`, ...toComment(kept)]
      const known = statement.leadingComments?.some(({ value }) => value.trim() === `${MARK} ${message}`)
      const lines = remarks.get(statement) ?? []
      if (known || lines.includes(comment[0] ?? '')) return
      remarks.set(statement, [...lines, ...comment])
    },
    read: (node) => text.slice(rangeOf(node).start, rangeOf(node).end),
    finish() {
      // An import goes with the code that alone used it.
      for (const one of imports) {
        const isUnused = one.references.every(({ node }) => edits.isGone(rangeOf(node)))
        if (one.references.length > 0 && isUnused && !edits.names(one.local)) freed.add(one)
      }
      for (const [statement, lines] of remarks) {
        const { start } = rangeOf(statement)
        const margin = readMargin(text, start)
        edits.insert(start, lines.map((line) => `${line}${style.line}${margin}`).join(''))
      }
      writeImports()
      return edits.apply()
    },
  }
  return draft

  function writeImports(): void {
    const declarations = new Set(imports.map(({ declaration }) => declaration))
    for (const each of source.program.body) if (each.type === 'ImportDeclaration') declarations.add(each)
    const pending = new Map(added)
    const fresh: string[] = []
    let firstDropped: ImportDeclaration | undefined
    for (const declaration of declarations) {
      const own = imports.filter((one) => one.declaration === declaration)
      const left = own.filter((one) => !freed.has(one))
      const isGone = dropped.has(declaration) || (own.length > 0 && left.length === 0)
      const more = [...(pending.get(declaration.source.value) ?? [])].sort(byName)
      if (isGone && more.length === 0) {
        firstDropped ??= declaration
        const { start, end } = rangeOf(declaration)
        edits.remove(start, skipLine(text, end))
        continue
      }
      const isMergeable =
        more.length > 0 && declaration.importKind !== 'type' && !own.some(({ name }) => name === '*') && own.length > 0
      if (isMergeable) pending.delete(declaration.source.value)
      if (left.length < own.length || isMergeable)
        rewriteImport(declaration, own, left, isMergeable || isGone ? more : [])
    }
    for (const [module, names] of pending) fresh.push(writeImport(module, names))
    fresh.sort((a, b) => readModule(a).localeCompare(readModule(b)))
    if (fresh.length === 0) return
    const written = fresh.join(style.line)
    const last = source.program.body.filter((each) => each.type === 'ImportDeclaration').at(-1)
    if (firstDropped) edits.insert(rangeOf(firstDropped).start, `${written}${style.line}`)
    else if (last) edits.insert(rangeOf(last).end, `${style.line}${written}`)
    else edits.insert(firstPlace(), `${written}${style.line}`)
  }

  /** Behind `'use client'` and what else stands at the top. */
  function firstPlace(): number {
    const directive = source.program.directives.at(-1)
    return directive ? skipLine(text, rangeOf(directive).end) : (source.program.body[0]?.start ?? 0)
  }

  function writeImport(module: string, names: readonly Added[]): string {
    const specifiers = [...names].sort(byName).map(writeSpecifier)
    return `import { ${specifiers.join(', ')} } from ${style.quote}${module}${style.quote}${style.end}`
  }

  function rewriteImport(
    declaration: ImportDeclaration,
    own: readonly Imported[],
    left: readonly Imported[],
    more: readonly Added[],
  ): void {
    const { start } = rangeOf(declaration)
    const { start: from } = rangeOf(declaration.source)
    const main = left.find(({ name }) => name === 'default')
    const whole = left.find(({ name }) => name === '*')
    const isTypes = declaration.importKind === 'type'
    const named = left
      .filter((one) => one !== main && one !== whole)
      .map(({ name, local, isType }) => ({ name, local, isType: isType && !isTypes }))
    const list = [...named, ...more].map(writeSpecifier).join(', ')
    const parts = [main?.local, whole && `* as ${whole.local}`, list && `{ ${list} }`].filter(Boolean)
    const before = text.slice(start, from)
    // Where names are only added, the rest stays as it is written.
    if (left.length === own.length) {
      const last = declaration.specifiers.filter(({ type }) => type === 'ImportSpecifier').at(-1)
      if (last) {
        edits.insert(rangeOf(last).end, `, ${more.map(writeSpecifier).join(', ')}`)
        return
      }
    }
    const words = before.includes('import type') ? 'import type' : 'import'
    edits.replace(start, from, `${words} ${parts.join(', ')} from `)
  }

  function writeSpecifier({ name, local, isType }: Added): string {
    return `${isType && style.isTyped ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`
  }
}

function byName(a: Added, b: Added): number {
  return a.name.localeCompare(b.name)
}

function readModule(line: string): string {
  return /from ['"](.*)['"]/.exec(line)?.[1] ?? ''
}

/** `useAccount` as `useLatchkeyAccount`, `Button` as `LatchkeyButton`, `base` as `latchkeyBase`. */
function alias(name: string): string {
  if (/^use[A-Z]/.test(name)) return `useLatchkey${name.slice(3)}`
  if (/^[A-Z]/.test(name)) return `Latchkey${name}`
  return `latchkey${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function listImports({ program, references }: Source): Imported[] {
  return program.body.flatMap((declaration) => {
    if (declaration.type !== 'ImportDeclaration') return []
    return declaration.specifiers.map((specifier): Imported => {
      const { name: local } = specifier.local
      const common = { module: declaration.source.value, local, declaration, references: references.get(local) ?? [] }
      const isAllTypes = declaration.importKind === 'type'
      if (specifier.type === 'ImportNamespaceSpecifier') return { ...common, name: '*', isType: isAllTypes }
      if (specifier.type === 'ImportDefaultSpecifier') return { ...common, name: 'default', isType: isAllTypes }
      const { imported } = specifier
      const name = imported.type === 'Identifier' ? imported.name : imported.value
      return { ...common, name, isType: isAllTypes || specifier.importKind === 'type' }
    })
  })
}

/** The nearest statement around a node that others may stand before. */
function findStatement({ node, parents }: Found): Statement | undefined {
  const line = [...parents, node]
  for (let index = line.length - 1; index > 0; index -= 1) {
    const outer = line[index - 1]
    const inner = line[index]
    if (outer === undefined || inner === undefined) continue
    const body =
      outer.type === 'Program' || outer.type === 'BlockStatement' || outer.type === 'StaticBlock' ? outer.body : []
    const found = body.find((each) => each === inner)
    if (found) return found
  }
  return undefined
}

/** The white space before the first word of the line. */
export function readMargin(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? ''
}

/** Behind the end of the line, where nothing else stands on it. */
export function skipLine(text: string, at: number): number {
  const rest = /^[ \t]*;?[ \t]*(\r?\n|$)/.exec(text.slice(at))
  return rest ? at + rest[0].length : at
}

/** Code as lines of a comment; none for no code. */
export function toComment(code: string): string[] {
  return code === '' ? [] : code.split(/\r?\n/).map((line) => `//   ${line.trim()}`.trimEnd())
}

/** The property of an object by its name; undefined where it has none that the syntax shows. */
export function findProperty(object: ObjectExpression, name: string): Node | undefined {
  return object.properties.find((property) => readKey(property) === name)
}

/** The name of a property or a method; undefined for spread and computed ones. */
export function readKey(property: Node): string | undefined {
  if (property.type !== 'ObjectProperty' && property.type !== 'ObjectMethod') return undefined
  if (property.computed) return undefined
  if (property.key.type === 'Identifier') return property.key.name
  return property.key.type === 'StringLiteral' ? property.key.value : undefined
}
