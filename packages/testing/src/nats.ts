import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A NATS server that tests may use. */
export type NatsServer = {
  /** Such as `nats://127.0.0.1:4222`. */
  readonly url: string
  /** Kills the server with SIGKILL and starts it again on the same port. Absent for a server that is not ours. */
  readonly crash?: () => Promise<void>
  stop(): Promise<void>
}

/** How long the server may take to listen, in ms. It takes 100 on an idle machine. */
const START_LIMIT_MS = 50_000

/** Where NATS can be had: a server named by `NATS_URL`, or the program. Null when neither is there. */
export function findNats(): { url: string } | { program: string } | null {
  const url = process.env.NATS_URL
  if (url) return { url }
  const folders = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const program = folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))
  return program === undefined ? null : { program }
}

/**
 * Starts, or names, the NATS server of this machine. Null when there is none, said loudly; with `CI` set that is an
 * error, because nothing is skipped there.
 */
export async function startNats(): Promise<NatsServer | null> {
  const found = findNats()
  if (found === null) {
    const reason = 'No NATS found: set NATS_URL, or install the package nats-server.'
    if (process.env.CI) throw new Error(reason)
    process.stderr.write(`\nSKIPPED: tests that need NATS. ${reason}\n\n`)
    return null
  }
  if ('url' in found) return { url: found.url, stop: async () => undefined }
  let running = await start(found.program, -1)
  const killAtExit = () => running.child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const { port } = running
  return {
    url: `nats://127.0.0.1:${port}`,
    crash: async () => {
      running.child.kill('SIGKILL')
      await running.ended
      running = await start(found.program, port)
    },
    stop: async () => {
      process.removeListener('exit', killAtExit)
      running.child.kill('SIGKILL')
      await running.ended
    },
  }
}

/** Port -1 takes any free one. */
async function start(program: string, wantedPort: number) {
  const child = spawn(program, ['-a', '127.0.0.1', '-p', String(wantedPort)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`nats-server was not ready within ${START_LIMIT_MS} ms. It said: ${said}`))
    }, START_LIMIT_MS)
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      const listening = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(said)
      if (!listening || !said.includes('Server is ready')) return
      clearTimeout(limit)
      resolve(Number(listening[1]))
    })
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(limit)
      reject(new Error(`nats-server ended before it was ready. It said: ${said}`))
    })
  })
  return { child, ended, port }
}
