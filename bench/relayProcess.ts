/** A relay in a process of its own, as `latchkey-gateway` runs it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type RelayProcess = {
  readonly url: string
  /** Resident memory of the process, in kB. */
  memory(): number
  stop(): Promise<void>
}

/** Starts the relay on any free port. */
export async function startRelayProcess(): Promise<RelayProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'relayChild.ts'), [], {
    execArgv: ['--import', 'tsx', '--conditions=source'],
  })
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}
