/** A relay in a process of its own, as `latchkey-gateway` runs it. */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heardFrom } from './heardFrom.ts'

export type RelayProcess = {
  readonly url: string
  /** Resident memory of the process after a collection, in bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** A disk in memory, where there is one: its writes take no time, so that what is compared are the clients. */
const MEMORY_DISK = '/dev/shm'

/** Starts the relay on any free port. Rejects when it is not there within 90 s. */
export async function startRelayProcess(options: {
  disk: 'real' | 'memory'
  /** `usual`: those it is shipped with, by the address that a client names as a proxy would. Default `lifted`. */
  limits?: 'usual' | 'lifted'
}): Promise<RelayProcess> {
  const folder = options.disk === 'memory' && existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir()
  const child = fork(join(import.meta.dirname, 'relayChild.ts'), [folder, options.limits ?? 'lifted'], {
    execArgv: ['--import', 'tsx', '--conditions=@latchkey/source', '--expose-gc', '--no-warnings'],
  })
  const url = String(await heardFrom(child, 'the relay', 90_000))
  return {
    url,
    async memory() {
      child.send('memory')
      return Number(await heardFrom(child, "the relay's memory", 10_000))
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await ended
    },
  }
}
