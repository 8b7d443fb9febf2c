/** Changes of a text that are gathered first and made at once, so that every place is one of the text as it was read. */
export type Edits = {
  replace(start: number, end: number, text: string): void
  insert(at: number, text: string): void
  remove(start: number, end: number): void
  /** Whether the range goes away or is replaced as a whole. */
  isGone(range: { readonly start: number; readonly end: number }): boolean
  /** Whether code that is put in says this name. */
  names(name: string): boolean
  /** The text with all changes. What lies in a range that a larger change replaces is left out. */
  apply(): string
}

type Edit = { readonly start: number; readonly end: number; readonly text: string; readonly order: number }

/** Gathers changes of a text. */
export function createEdits(text: string): Edits {
  const edits: Edit[] = []
  const replace: Edits['replace'] = (start, end, by) => edits.push({ start, end, text: by, order: edits.length })
  return {
    replace,
    insert: (at, added) => replace(at, at, added),
    remove: (start, end) => replace(start, end, ''),
    isGone: ({ start, end }) => edits.some((edit) => edit.end > edit.start && edit.start <= start && end <= edit.end),
    names(name) {
      const word = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`)
      return edits.some((edit) => word.test(edit.text.replace(/^\s*\/\/.*$/gm, '')))
    },
    apply() {
      // What is inserted stands before what is replaced at the same place; of two ranges that begin together the longer one counts.
      const width = ({ start, end }: Edit): number => end - start
      const rank = (edit: Edit): number => (width(edit) === 0 ? 0 : 1)
      const sorted = [...edits].sort(
        (a, b) => a.start - b.start || rank(a) - rank(b) || width(b) - width(a) || a.order - b.order,
      )
      let result = ''
      let at = 0
      for (const edit of sorted) {
        if (edit.start < at) {
          // What begins within a range that goes away and ends behind it takes the rest along.
          if (edit.end > at) at = edit.end
          continue
        }
        result += text.slice(at, edit.start) + edit.text
        at = edit.end
      }
      return result + text.slice(at)
    },
  }
}
