import type { Node } from '@babel/types'
import { rangeOf, walk } from './walk.ts'

/** Where the lines of a range of a node begin whose margin may change: not empty ones, and none within a text. */
export function listLines(
  text: string,
  node: Node,
  { start: from, end: to }: { readonly start: number; readonly end: number },
): readonly number[] {
  const texts = [...walk(node)]
    .filter((found) => found.node.type === 'TemplateLiteral')
    .map((found) => rangeOf(found.node))
  const lines: number[] = []
  for (let at = text.indexOf('\n', from) + 1; at > 0 && at < to; at = text.indexOf('\n', at) + 1) {
    const start = at
    const isBlank = /^[ \t]*(\r?\n|$)/.test(text.slice(start, to))
    const isInText = texts.some((range) => range.start < start && start < range.end)
    if (!isBlank && !isInText) lines.push(start)
  }
  return lines
}
