import type { CallExpression, Node, VariableDeclaration } from '@babel/types'
import type { Draft } from '../syntax/createDraft.ts'
import { readMargin } from '../syntax/createDraft.ts'
import type { Reference } from '../syntax/readSource.ts'
import { rangeOf } from '../syntax/walk.ts'
import type { Rule } from './kit.ts'

/** What `const { a, b: c } = useHook(…)` says. */
export type Picked = {
  readonly statement: VariableDeclaration
  readonly call: CallExpression
  /** Local names by the names that the hook gives. */
  readonly locals: ReadonlyMap<string, string>
  /** The block in which these names are known. */
  readonly scope: Node
}

/** Reads a hook's call whose parts are picked at once; undefined for every other use. */
export function readPicked({ node, parents }: Reference): Picked | undefined {
  const [scope, statement, declarator, call] = parents.slice(-4)
  if (scope === undefined) return undefined
  if (call?.type !== 'CallExpression' || call.callee !== node) return undefined
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== call) return undefined
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return undefined
  if (declarator.id.type !== 'ObjectPattern') return undefined
  const locals = new Map<string, string>()
  for (const property of declarator.id.properties) {
    if (property.type !== 'ObjectProperty' || property.computed) return undefined
    if (property.key.type !== 'Identifier' || property.value.type !== 'Identifier') return undefined
    locals.set(property.key.name, property.value.name)
  }
  return { statement, call, locals, scope }
}

/**
 * A hook of theirs as lines of ours, by what is picked of it. `lines` has code for each part, in terms of the variable that
 * holds what our hook gives; a part that it lacks leaves the whole to a person.
 */
export function toHook(
  name: string,
  held: string,
  lines: Readonly<Record<string, (held: string, draft: Draft) => string>>,
): Rule {
  return (reference, draft) => {
    const picked = readPicked(reference)
    if (!picked || picked.locals.size === 0) return undefined
    const entries = [...picked.locals].map(([part, local]) => ({ local, code: lines[part] }))
    if (entries.some(({ code }) => code === undefined)) return undefined
    return () => {
      const { style, text } = draft.source
      const variable = draft.findFreeName(held)
      const { start, end } = rangeOf(picked.statement)
      const margin = readMargin(text, start)
      const written = [
        `const ${variable} = ${draft.need('latchkey/react', name)}()`,
        ...entries.map(({ local, code }) => `const ${local} = ${code?.(variable, draft) ?? ''}`),
      ]
      draft.edits.replace(start, end, written.map((line) => `${line}${style.end}`).join(`${style.line}${margin}`))
    }
  }
}

/** A hook that ours is called like but for its name, and whose picked parts are all in `same`, by their names here and there. */
export function toSameHook(name: string, same: Readonly<Record<string, string>>): Rule {
  return (reference, draft) => {
    const picked = readPicked(reference)
    if (!picked || [...picked.locals.keys()].some((part) => same[part] === undefined)) return undefined
    return () => {
      const { start, end } = rangeOf(reference.node)
      draft.edits.replace(start, end, draft.need('latchkey/react', name))
      const declarator = picked.statement.declarations[0]
      if (declarator?.id.type !== 'ObjectPattern') return
      for (const property of declarator.id.properties) {
        if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') continue
        const ours = same[property.key.name]
        const local = picked.locals.get(property.key.name)
        if (ours === undefined || ours === property.key.name) continue
        const range = rangeOf(property)
        draft.edits.replace(range.start, range.end, ours === local ? ours : `${ours}: ${local}`)
      }
    }
  }
}
