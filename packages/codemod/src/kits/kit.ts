import type { Expression, JSXAttribute, JSXElement, JSXSpreadAttribute, Node } from '@babel/types'
import type { Draft, Imported } from '../syntax/createDraft.ts'
import type { Reference, Source } from '../syntax/readSource.ts'
import { type Found, rangeOf, walk } from '../syntax/walk.ts'

/** Another kit that sites come from. */
export type Kit = {
  /** As the command line calls it. */
  readonly name: 'rainbowkit' | 'connectkit' | 'appkit'
  /** As its makers write it. */
  readonly title: string
  /** Where its names and ours are told side by side. */
  readonly page: string
  /** Rows of that page which comments name, by code that stands in their first cell. */
  readonly rows: readonly string[]
  /** Packages of a site's manifest that go once nothing imports them. */
  readonly packages: readonly string[]
  /** Whether an import is of the kit. */
  isTheirs(module: string): boolean
  /** Words by which a file may concern the kit; others are not parsed. */
  readonly signs: RegExp
  /** Looks at all files of a site that concern the kit, before any is rewritten. */
  survey(sources: readonly Source[]): Survey
  rewrite(draft: Draft, survey: Survey): void
}

/** An option of `createLatchkey`. */
export type Option =
  | { readonly name: string; readonly code: string }
  /** A plain text, in whatever quotes the file has that it is written into. */
  | { readonly name: string; readonly text: string }

/** Something of the kit that has no place in ours, by the row of the kit's page that says why. */
export type Lost = { readonly what: string; readonly row: string; readonly code?: string | undefined }

/** Where a site's instance is made, and what else is known of the site before files are rewritten. */
export type Survey = {
  readonly sources: readonly Source[]
  readonly instance: Place | undefined
  /** The variable of wagmi's config that the instance stands on, where the kit leaves it to the site. */
  readonly config?: string | undefined
  /** Whether the instance stands on wagmi, where the kit has other adapters too. */
  readonly hasWagmi?: boolean | undefined
  /** The file whose providers the instance goes to. */
  readonly provider: Source | undefined
  readonly options: readonly Option[]
  readonly lost: readonly Lost[]
}

/** Where the instance is made, and the variable that holds it there. */
export type Place = { readonly source: Source; readonly variable: string }

/** What a component or a hook of theirs becomes; undefined where a person has to see to it. */
export type Rule = (reference: Reference, draft: Draft, imported: Imported) => (() => void) | undefined

/** Says above a statement that something is still the other kit's. */
export function remarkStill(draft: Draft, kit: Kit, found: Found, what: string, row: string | undefined): void {
  draft.remark(found, `${what} is still ${kit.title}'s: ${sayRow(kit, row)}`)
}

/** Where the page tells of it, if it does. */
export function sayRow(kit: Kit, row: string | undefined): string {
  return row !== undefined && kit.rows.includes(row) ? `row "${row}" of ${kit.page}` : `${kit.page} has no row of it`
}

/** What is said of something that was taken out. */
export function sayLost(kit: Kit, { what, row }: Lost): string {
  return `${what} was taken out: ${sayRow(kit, row)}`
}

/** What is said where the key of a vendor's cloud was: without an address of the site's own no phone is reached. */
export function sayProject(kit: Kit, option: string): string {
  return `name your own gatewayUrl or relayUrl, or wallets on phones are not offered: ${sayRow(kit, option)}`
}

/** Rewrites all uses of what is imported from the kit. What no rule can rewrite stays, with its import and a comment. */
export function rewriteUses(
  draft: Draft,
  kit: Kit,
  rules: Readonly<Record<string, Rule>>,
  rowOf: (name: string, reference: Reference) => string | undefined,
): void {
  const planned = draft.imports
    .filter((imported) => kit.isTheirs(imported.module) && !draft.isFreed(imported))
    .map((imported) => {
      const isShadowed = draft.source.declared.has(imported.local)
      const uses = imported.references
        .filter(({ node }) => !draft.edits.isGone(rangeOf(node)))
        .map((reference) => ({
          reference,
          carryOut: isShadowed ? undefined : rules[imported.name]?.(reference, draft, imported),
        }))
      return { imported, uses }
    })
  // A name is free for ours once all uses of theirs are gone, so this is known before anything is imported.
  for (const { imported, uses } of planned)
    if (uses.every(({ carryOut }) => carryOut !== undefined)) draft.free(imported)
  for (const { imported, uses } of planned) {
    for (const { reference, carryOut } of uses) {
      if (carryOut) carryOut()
      else remarkStill(draft, kit, reference, sayUse(imported, reference), rowOf(imported.name, reference))
    }
  }
  remarkOtherWays(draft, kit)
}

/** Code that was handed on or is loaded late is named, and left to a person. */
function remarkOtherWays(draft: Draft, kit: Kit): void {
  for (const found of draft.source.all) {
    const module = readModule(found.node)
    if (module !== undefined && kit.isTheirs(module))
      draft.remark(found, `"${module}" is still ${kit.title}'s: what it is used for is in ${kit.page}`)
  }
}

/** The module of `export … from`, `import()` or `require()`. */
function readModule(node: Node): string | undefined {
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') return node.source?.value
  if (node.type !== 'CallExpression') return undefined
  const isLoading = node.callee.type === 'Import' || isNamed(node.callee, 'require')
  return isLoading ? readText(node.arguments[0]) : undefined
}

function sayUse({ name, local }: Imported, { parents }: Reference): string {
  const parent = parents.at(-1)
  if (parent?.type === 'JSXMemberExpression' && parent.property.type === 'JSXIdentifier')
    return `<${local}.${parent.property.name}>`
  return name === '*' || name === 'default' ? local : name
}

/** Whether a node is this name. */
export function isNamed(node: Node | null | undefined, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name
}

/** The text that an expression is, where it is a plain one. */
export function readText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** Whether code means the same wherever it stands: it names nothing. */
export function isPlain(node: Node): boolean {
  for (const { node: inner, parents } of walk(node)) {
    if (/(Literal|TemplateElement|ArrayExpression|ObjectExpression|UnaryExpression)$/.test(inner.type)) continue
    const parent = parents.at(-1)
    if (parent?.type === 'ObjectProperty' && parent.key === inner && !parent.computed) continue
    if (inner.type === 'ObjectProperty' && !inner.shorthand) continue
    return false
  }
  return true
}

/** The value of an attribute: an expression, or `true` where it has none. */
export function readAttribute(attribute: JSXAttribute): Expression | true | undefined {
  const { value } = attribute
  if (value == null) return true
  if (value.type !== 'JSXExpressionContainer') return value
  return value.expression.type === 'JSXEmptyExpression' ? undefined : value.expression
}

/** A text as the file writes texts. */
export function writeText({ style }: Source, text: string): string {
  const { quote } = style
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n')}${quote}`
}

/** The expression of an attribute; undefined where it has none. */
export function expressionOf(attribute: JSXAttribute): Expression | undefined {
  const value = readAttribute(attribute)
  return value === true ? undefined : value
}

/** The name of an attribute; undefined for a spread and for names with a namespace. */
export function nameOf(attribute: JSXAttribute | JSXSpreadAttribute): string | undefined {
  return attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier' ? attribute.name.name : undefined
}

/** The element whose opening or closing tag has this name; undefined for uses that are no tags. */
export function findElement(reference: Reference): Found<JSXElement> | undefined {
  const parent = reference.parents.at(-1)
  if (parent?.type !== 'JSXOpeningElement' && parent?.type !== 'JSXClosingElement') return undefined
  const node = reference.parents.at(-2)
  return node?.type === 'JSXElement' ? { node, parents: reference.parents.slice(0, -2) } : undefined
}

/** Renames a tag. */
export function renameTag(draft: Draft, reference: Reference, name: string): void {
  const { start, end } = rangeOf(reference.node)
  draft.edits.replace(start, end, name)
}
