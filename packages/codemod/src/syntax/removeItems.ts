import type { Node } from '@babel/types'
import { readMargin } from './createDraft.ts'
import type { Edits } from './createEdits.ts'
import { rangeOf } from './walk.ts'

/**
 * Removes items of a list that commas separate, with their comments and their lines, so that what stays is written as it was.
 */
export function removeItems(
  edits: Edits,
  text: string,
  items: readonly Node[],
  isRemoved: (item: Node) => boolean,
): void {
  const startOf = (item: Node): number => {
    const [first] = item.leadingComments ?? []
    const previous = items[items.indexOf(item) - 1]
    // A comment behind the item before, on its line, is about that one.
    const isOwn = first?.start != null && (!previous || text.slice(rangeOf(previous).end, first.start).includes('\n'))
    return isOwn ? (first?.start ?? 0) : rangeOf(item).start
  }
  items.forEach((item, index) => {
    if (!isRemoved(item)) return
    const start = startOf(item)
    const { end } = rangeOf(item)
    const lineStart = start - readMargin(text, start).length
    const isAtLineStart = lineStart === 0 || text[lineStart - 1] === '\n'
    const rest = /^[ \t]*,?[ \t]*(\/\/[^\n]*)?\r?\n/.exec(text.slice(end))
    const next = items.slice(index + 1).find((each) => !isRemoved(each))
    const before = items
      .slice(0, index)
      .filter((each) => !isRemoved(each))
      .at(-1)
    if (isAtLineStart && rest) {
      edits.remove(skipBlankBefore(text, lineStart), end + rest[0].length)
      // A list that ended without a comma ends without one still.
      if (!next && before && index === items.length - 1 && !rest[0].includes(',')) {
        const from = rangeOf(before).end
        const comma = /^\s*,/.exec(text.slice(from))
        if (comma) edits.remove(from + comma[0].length - 1, from + comma[0].length)
      }
      return
    }
    if (next) edits.remove(start, startOf(next))
    else if (before) edits.remove(rangeOf(before).end, end)
    else edits.remove(start, end + (/^\s*,?/.exec(text.slice(end))?.[0].length ?? 0))
  })
}

/** An empty line that set an item apart goes with it. */
function skipBlankBefore(text: string, lineStart: number): number {
  const blank = /(?<=\n)[ \t]*\r?\n$/.exec(text.slice(0, lineStart))
  return blank ? blank.index : lineStart
}
