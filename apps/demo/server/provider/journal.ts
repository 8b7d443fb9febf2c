import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** What was written down, oldest first, and a way to write more. */
export type Journal<Entry> = {
  readonly entries: readonly Entry[]
  /** Returns once it is on the disk. */
  add(entry: Entry): void
  close(): void
}

/**
 * Opens a file with one entry a line. What is added is on the disk before `add` returns, so that nothing is acknowledged that a crash
 * could lose. A last line that a crash cut off is taken out: nothing was acknowledged by it.
 */
export function openJournal<Entry>(path: string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a+')
  const written = readFileSync(path)
  const end = written.lastIndexOf('\n') + 1
  if (end < written.length) ftruncateSync(file, end)
  const lines = written.subarray(0, end).toString('utf8').split('\n')
  return {
    entries: lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Entry])),
    add(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`)
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}
