import type { JSXAttribute, JSXElement } from '@babel/types'
import type { Draft } from '../syntax/createDraft.ts'
import { type Found, rangeOf } from '../syntax/walk.ts'
import { findElement, type Kit, nameOf, type Rule, readAttribute, renameTag, sayLost } from './kit.ts'

/** What an attribute of their button becomes: other code, nothing, itself (`true`), or a row that tells why it goes. */
export type Attributes = (
  name: string,
  attribute: JSXAttribute,
  draft: Draft,
) => string | true | { readonly row: string }

/** A component of theirs as one of `latchkey/react`. Attributes that it never had are `added`, where `isAdded` says so. */
export function toComponent(
  kit: Kit,
  name: string,
  attributes: Attributes,
  added?: { readonly code: string; readonly unless: string },
): Rule {
  return (reference, draft) => {
    const element = findElement(reference)
    if (!element) return undefined
    return () => {
      renameTag(draft, reference, draft.need('latchkey/react', name))
      const { openingElement } = element.node
      if (reference.parents.at(-1) !== openingElement) return
      rewriteAttributes(kit, draft, element, attributes)
      if (added && !openingElement.attributes.some((attribute) => nameOf(attribute) === added.unless))
        draft.edits.insert(rangeOf(reference.node).end, ` ${added.code}`)
    }
  }
}

/** Rewrites what stands in an opening tag. */
export function rewriteAttributes(kit: Kit, draft: Draft, element: Found<JSXElement>, attributes: Attributes): void {
  let { end: before } = rangeOf(element.node.openingElement.name)
  for (const attribute of element.node.openingElement.attributes) {
    const { start, end } = rangeOf(attribute)
    const name = nameOf(attribute)
    if (name !== undefined && attribute.type === 'JSXAttribute') {
      const becomes = attributes(name, attribute, draft)
      if (typeof becomes === 'string' && becomes !== '') draft.edits.replace(start, end, becomes)
      else if (becomes !== true) draft.edits.remove(before, end)
      if (typeof becomes === 'object')
        draft.remark(element, sayLost(kit, { what: name, row: becomes.row }), draft.read(attribute))
    }
    before = end
  }
}

/** `balance="hide"` for a `showBalance` that says no; nothing for yes; a row where it depends on something. */
export function toBalance(attribute: JSXAttribute, row: string): ReturnType<Attributes> {
  const value = readAttribute(attribute)
  if (value === true) return ''
  if (typeof value === 'object' && value.type === 'BooleanLiteral') return value.value ? '' : 'balance="hide"'
  return { row }
}
