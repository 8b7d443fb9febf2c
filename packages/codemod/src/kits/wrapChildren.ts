import type { JSXElement } from '@babel/types'
import { type Draft, readMargin } from '../syntax/createDraft.ts'
import { listLines } from '../syntax/listLines.ts'
import { type Found, rangeOf } from '../syntax/walk.ts'

/** Puts an element around all children of another one, which move one step in. */
export function wrapChildren(
  draft: Draft,
  { node }: Found<JSXElement>,
  { tag, attribute }: { readonly tag: string; readonly attribute: string },
): void {
  const { text, style } = draft.source
  const { openingElement, closingElement } = node
  if (!closingElement) return
  const from = rangeOf(openingElement).end
  const to = rangeOf(closingElement).start
  const inner = text.slice(from, to)
  const isOnLines = /^[ \t]*\r?\n/.test(inner) && /\n[ \t]*$/.test(inner)
  if (!isOnLines) {
    draft.edits.insert(from, `<${tag} ${attribute}>`)
    draft.edits.insert(to, `</${tag}>`)
    return
  }
  const margin = readMargin(text, to)
  draft.edits.insert(from, `${style.line}${margin}${style.indent}<${tag} ${attribute}>`)
  for (const at of listLines(text, node, { start: from, end: to })) draft.edits.insert(at, style.indent)
  draft.edits.insert(to, `${style.indent}</${tag}>${style.line}${margin}`)
}
