import type { Node } from '@babel/types'

/** A node with all that it stands in, the outermost first. */
export type Found<Kind extends Node = Node> = { readonly node: Kind; readonly parents: readonly Node[] }

const NO_CHILDREN = [
  'leadingComments',
  'trailingComments',
  'innerComments',
  'extra',
  'loc',
  'tokens',
  'errors',
  'comments',
]

/** The node and all below it, in the order of the text. */
export function* walk(node: Node, parents: readonly Node[] = []): Generator<Found> {
  yield { node, parents }
  const within = [...parents, node]
  for (const [key, value] of Object.entries(node)) {
    if (NO_CHILDREN.includes(key)) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child, within)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
}

/** Where a node begins and ends in its file. The parser sets both in every node that it makes. */
export function rangeOf(node: Node): { readonly start: number; readonly end: number } {
  return { start: node.start ?? 0, end: node.end ?? 0 }
}

/** What a node stands in directly. */
export function parentOf({ parents }: Found): Node | undefined {
  return parents.at(-1)
}
