import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'

/** A PostgreSQL server that tests may use. */
export type PostgresServer = {
  /** Makes an empty database and gives its connection string. It is dropped when the server stops. */
  createDatabase(): Promise<string>
  /** Kills the whole server with SIGKILL and starts it again on the same files. Absent for a server that is not ours. */
  readonly crash?: () => Promise<void>
  stop(): Promise<void>
}

/** Where PostgreSQL can be had: a server named by `DATABASE_URL`, or the programs of one, newest first. Null when neither is there. */
export function findPostgres(): { url: string } | { programs: string } | null {
  const url = process.env.DATABASE_URL
  if (url) return { url }
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  for (const version of versions.sort((one, other) => Number(other) - Number(one))) {
    const programs = join(root, version, 'bin')
    if (existsSync(join(programs, 'initdb')) && (process.getuid?.() !== 0 || findPostgresUser())) return { programs }
  }
  return null
}

/**
 * Starts, or connects to, the PostgreSQL of this machine. Null when there is none, said loudly; with `CI` set that is an
 * error, because nothing is skipped there.
 */
export async function startPostgres(): Promise<PostgresServer | null> {
  const found = findPostgres()
  if (found === null) {
    const reason = 'No PostgreSQL found: set DATABASE_URL, or install the package postgresql.'
    if (process.env.CI) throw new Error(reason)
    process.stderr.write(`\nSKIPPED: tests that need PostgreSQL. ${reason}\n\n`)
    return null
  }
  return 'url' in found ? useServer(found.url, async () => {}) : startOwn(found.programs)
}

async function startOwn(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? findPostgresUser() : null
  const owner = user ? { uid: user.uid, gid: user.gid } : {}
  if (user) chownSync(folder, user.uid, user.gid)
  const files = join(folder, 'files')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', files, '-U', 'latchkey', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const port = await findFreePort()
  const url = `postgres://latchkey@127.0.0.1:${port}/postgres`
  const start = async () => {
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', files, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=50'],
      { ...owner, cwd: folder, stdio: 'ignore' },
    )
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await waitUntilReady(url, () => child.exitCode === null && child.signalCode === null)
    return { child, ended }
  }
  let running = await start()
  // A test process that is itself stopped must leave no server behind.
  const killAtExit = () => running.child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const server = await useServer(url, async () => {
    process.removeListener('exit', killAtExit)
    running.child.kill('SIGINT')
    await running.ended
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    ...server,
    crash: async () => {
      running.child.kill('SIGKILL')
      await running.ended
      // The children of a killed server notice within moments and hold its shared memory until then.
      for (;;) {
        try {
          running = await start()
          return
        } catch (error) {
          if (!(error instanceof ServerEndedError)) throw error
        }
      }
    },
  }
}

class ServerEndedError extends Error {
  override readonly name = 'ServerEndedError'
}

async function useServer(url: string, stop: () => Promise<void>): Promise<PostgresServer> {
  const made: string[] = []
  const administer = async (work: (client: postgres.Sql) => Promise<void>) => {
    const client = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await work(client)
    } finally {
      await client.end({ timeout: 5 })
    }
  }
  return {
    createDatabase: async () => {
      const name = `latchkey_test_${process.pid}_${made.length}_${Math.random().toString(36).slice(2, 8)}`
      await administer(async (client) => {
        await client`create database ${client(name)}`
      })
      made.push(name)
      const own = new URL(url)
      own.pathname = `/${name}`
      return own.href
    },
    stop: async () => {
      await administer(async (client) => {
        for (const name of made.splice(0)) await client`drop database if exists ${client(name)} with (force)`
      })
      await stop()
    },
  }
}

/** Until a query is answered; throws where the program that is to answer has ended. */
export async function waitUntilReady(url: string, isRunning: () => boolean): Promise<void> {
  for (;;) {
    const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
    try {
      await client`select 1`
      return
    } catch {
      if (!isRunning()) throw new ServerEndedError('PostgreSQL ended before it answered')
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end({ timeout: 1 })
    }
  }
}

/** Whom PostgreSQL runs as on this machine, because it refuses to run as root. */
export function findPostgresUser(): { uid: number; gid: number } | null {
  try {
    const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

/** A port of this machine that nothing listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (typeof address === 'object' && address) resolve(address.port)
        else reject(new Error('No free port'))
      })
    })
  })
}
