import { createHash } from 'node:crypto'
import type { Change } from '../ports.ts'

/** What stands before a text that is not itself, in a line: `n` and digits for a large whole number, or the text again. */
const MARK = '\u0000'

/** Changes as one line of a journal: `<check> <JSON>`, the check being the first 16 hex digits of the JSON's SHA-256. */
export function formatLine(changes: readonly Change[]): string {
  const rows = changes.map(({ table, key, value }) => (value === undefined ? [table, key] : [table, key, value]))
  const json = JSON.stringify(rows, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${MARK}n${value}`
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('The value cannot be kept.')
    return typeof value === 'string' && value.startsWith(MARK) ? MARK + value : value
  })
  return `${check(json)} ${json}\n`
}

/** The changes of a line without its end, or undefined where it was cut short or altered. */
export function parseLine(line: string): readonly Change[] | undefined {
  const json = line.slice(17)
  if (line[16] !== ' ' || line.slice(0, 16) !== check(json)) return undefined
  try {
    const rows: unknown = JSON.parse(json, (_name, value: unknown) => {
      if (typeof value !== 'string' || !value.startsWith(MARK)) return value
      return value.startsWith(`${MARK}n`) ? BigInt(value.slice(2)) : value.slice(1)
    })
    if (!Array.isArray(rows)) return undefined
    const changes = rows.map((row: unknown) => {
      const [table, key, value] = Array.isArray(row) ? row : []
      return { table, key, value }
    })
    const isWhole = changes.every(({ table, key }) => typeof table === 'string' && typeof key === 'string')
    return isWhole ? (changes as readonly Change[]) : undefined
  } catch {
    return undefined
  }
}

function check(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16)
}
