/** How well a name answers a search, lower better, or null when it does not. */
export type Rank = number | null

/** Shortest search that may hold a typing error: below, everything is near everything. */
const TYPO_LENGTH = 4

/** Length from which two errors are forgiven. */
const TWO_TYPOS_LENGTH = 8

/**
 * Ranks a name by what was typed: the whole name, its first words, its beginning, the beginning of a later word,
 * somewhere inside. Upper case, accents and punctuation do not count.
 */
export function rankName(name: string, search: string): Rank {
  const words = toWords(name)
  const wanted = toWords(search)
  const text = words.join(' ')
  const typed = wanted.join(' ')
  if (typed === '') return null
  if (text === typed) return 0
  if (text.startsWith(`${typed} `)) return 1
  if (text.startsWith(typed)) return 2
  if (text.includes(` ${typed}`)) return 3
  const joined = words.join('')
  const joinedTyped = wanted.join('')
  if (joined.startsWith(joinedTyped)) return 4
  return joined.includes(joinedTyped) ? 5 : null
}

/**
 * Ranks a name by a search that holds a typing error: letters wrong, missing, too many or swapped, against the
 * beginning of the name or of one of its words. One error from 4 letters on, two from 8.
 */
export function rankTypo(name: string, search: string): Rank {
  const typed = toWords(search).join('')
  if (typed.length < TYPO_LENGTH) return null
  const allowed = typed.length >= TWO_TYPOS_LENGTH ? 2 : 1
  const words = toWords(name)
  // The first letter is seldom wrong, and requiring it leaves out what is not meant.
  const starts = words.map((_, index) => words.slice(index).join('')).filter((start) => start[0] === typed[0])
  const best = Math.min(...starts.map((start) => distanceToStart(start, typed)))
  return best <= allowed ? best : null
}

/** Lower-case words of letters and digits, without accents. */
function toWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Fewest edits (optimal string alignment) that turn the typed text into some beginning of the text. */
function distanceToStart(text: string, typed: string): number {
  const columns = Math.min(text.length, typed.length + 2)
  let beforeLast: number[] = []
  let last = Array.from({ length: columns + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= columns; column++) {
      const isSame = typed[row - 1] === text[column - 1]
      let edits = Math.min(
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && typed[row - 1] === text[column - 2] && typed[row - 2] === text[column - 1]) {
        edits = Math.min(edits, (beforeLast[column - 2] ?? Infinity) + 1)
      }
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return Math.min(...last)
}
