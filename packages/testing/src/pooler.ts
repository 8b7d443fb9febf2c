import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, findPostgresUser, waitUntilReady } from './postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** A PgBouncer in transaction mode: each transaction gets whichever connection to the server is free. */
export type Pooler = {
  /** The connection string of a database, over the pooler. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

/** Whether this machine has PgBouncer. */
export function hasPooler(): boolean {
  return existsSync(PROGRAM)
}

/** Starts one before the PostgreSQL server of an address. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const server = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pooler-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}${server.password && ` password=${server.password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
  )
  // PgBouncer refuses to run as root, and whom it runs as must read its file.
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? findPostgresUser() : null
  const child = spawn(PROGRAM, [file], {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const through = (url: string) => {
    const address = new URL(url)
    address.port = String(port)
    return address.href
  }
  await waitUntilReady(through(databaseUrl), () => child.exitCode === null && child.signalCode === null)
  return {
    through,
    stop: async () => {
      process.removeListener('exit', killAtExit)
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
