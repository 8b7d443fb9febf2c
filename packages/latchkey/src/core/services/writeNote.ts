import type { Clock, LogEntry } from './ports.ts'

/** Fact names whose values are never written (SEC-88). */
const SECRET_NAME = /uri|symkey|secret|token|signature|privatekey|mnemonic|password|code$/i

/** Texts that are never written whole: pairing uris (also inside a link), their keys, and 32 bytes or more in hex (SEC-88). */
const SECRET_TEXT = /\bwc(:|%3A)[^\s"']+|symKey(=|%3D)[^\s"']+|\b(0x)?[0-9a-f]{64,}\b/gi

/** Most that is kept of the notes, in bytes: enough for a report, little enough to be copied. The oldest go first. */
export const LOG_BYTES = 1_024_000

/** Longest note kept whole, in UTF-16 units: one wallet's endless error leaves room for at least thirty other notes. */
const LINE_LIMIT = 10_000

/** What the logger writes to; `console` has it. */
export type LogTarget = Pick<Console, 'debug' | 'warn' | 'error'>

/** Notes that are kept, oldest first, what they take, and where they are written. */
export type LogBuffer = {
  readonly id: string
  /** Of the first notes it is when this code had loaded. */
  readonly clock: Pick<Clock, 'now'>
  readonly isDebug: boolean
  readonly target: LogTarget
  readonly entries: LogEntry[]
  bytes?: number
}

/** Keeps a developer's note as one line, with secrets cut out, and writes it with `debug`, an error always. */
export function writeNote(
  buffer: LogBuffer,
  level: LogEntry['level'],
  text: string,
  facts: Readonly<Record<string, unknown>> | undefined,
): void {
  const { id, clock, isDebug, target, entries } = buffer
  const line = redact(`${text}${facts ? ` ${writeFacts(facts)}` : ''}`)
  const entry = { at: clock.now(), level, line: line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT)}…` : line }
  entries.push(entry)
  let bytes = (buffer.bytes ?? 0) + countBytes(entry)
  while (bytes > LOG_BYTES && entries[0]) {
    bytes -= countBytes(entries[0])
    entries.shift()
  }
  buffer.bytes = bytes
  if (isDebug || level === 'error') target[level](`[latchkey:${id}] ${line}`)
}

/** What an entry takes as JSON in UTF-8: as a site would send it. */
const countBytes = (entry: LogEntry): number => new Blob([JSON.stringify(entry)]).size

/** Facts as one line: errors with code and message, secrets by their name left out. */
function writeFacts(facts: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(facts, (name, value: unknown) => {
      if (name !== 'code' && SECRET_NAME.test(name)) return '[redacted]'
      if (value instanceof Error) return { name: value.name, code: Reflect.get(value, 'code'), message: value.message }
      return typeof value === 'bigint' ? `${value}` : value
    })
  } catch {
    // A wallet's error may refer to itself; the sentence before it has the code.
    return '[unreadable]'
  }
}

function redact(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}
