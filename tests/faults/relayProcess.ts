/** A relay in a process of its own that is killed without a word, and one that takes its place on the same mailbox. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from '../../packages/testing/src/bundleProgram.ts'
import { RELAY_URL } from './world.ts'

export type KilledRelay = {
  /** Starts the relay. Gives its address, another one each time. */
  start(): Promise<string>
  /** `kill -9`. Resolves once the process is gone. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Every client of a test shares one address. */
const plenty = { capacity: 1_000_000, refillPerSecond: 100_000 }

/** Makes a relay over a mailbox: a folder of the embedded database, or a PostgreSQL database. */
export async function createKilledRelay(mailbox: { dataDir: string } | { databaseUrl: string }): Promise<KilledRelay> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
  const program = await bundleProgram(join(import.meta.dirname, 'relayChild.ts'), folder)

  /** A loaded process that waits for its configuration, so that a restart costs no more than a restart. */
  function prepare(): { readonly child: ChildProcess; readonly ready: Promise<unknown> } {
    const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    return { child, ready: once(child, 'message') }
  }

  let running: ChildProcess | undefined
  let next = prepare()

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  return {
    async start() {
      const { child, ready } = next
      await ready
      running = child
      next = prepare()
      const told = once(child, 'message')
      child.send({
        ...mailbox,
        port: 0,
        logLevel: 'silent',
        relay: {
          requireProject: false,
          publicUrls: [RELAY_URL],
          calls: plenty,
          callsPerAddress: plenty,
          connections: plenty,
        },
      })
      const ended = once(child, 'exit').then(() => Promise.reject(new Error('The relay ended early.')))
      const [url] = (await Promise.race([told, ended])) as [string]
      ended.catch(() => {})
      return url
    },
    async kill() {
      if (running) await end(running)
    },
    async close() {
      if (running) await end(running)
      await end(next.child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
