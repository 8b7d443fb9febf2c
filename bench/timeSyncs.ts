import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How long writes of a message take on this machine's disk, each followed by a sync of its own, in ms. */
export function timeSyncs(message: string, sync: (descriptor: number) => void): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const file = openSync(join(folder, 'writes'), 'w')
  const times: number[] = []
  for (let index = 0; index < 500; index += 1) {
    const begin = performance.now()
    writeSync(file, message)
    sync(file)
    times.push(performance.now() - begin)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return times
}
