/** Lines that go and come, with what stays left out: `-` before those of `before`, `+` before those of `after`. */
export function writeDifference(
  before: string,
  after: string,
): { readonly lines: readonly string[]; readonly added: number; readonly removed: number } {
  const old = before.split(/\r?\n/)
  const next = after.split(/\r?\n/)
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end += 1
  const lines = compare(old.slice(start, old.length - end), next.slice(start, next.length - end))
  return {
    lines,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}

/** By the longest common subsequence, so that lines that stay are not said twice. */
function compare(old: readonly string[], next: readonly string[]): readonly string[] {
  const width = next.length + 1
  const longest = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = next.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        old[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: string[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < next.length) {
    if (row < old.length && column < next.length && old[row] === next[column]) {
      row += 1
      column += 1
    } else if (column >= next.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push(`-${old[row]}`)
      row += 1
    } else {
      lines.push(`+${next[column]}`)
      column += 1
    }
  }
  return lines
}
