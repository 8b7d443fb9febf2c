/** A relay of ours in a process of its own memory, as a self-hoster runs it, that can go away and come back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'

export type RunningRelay = {
  /** `ws://127.0.0.1:<port>/relay`. */
  readonly url: string
  /** Stops the relay and starts it again on the same port and data. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The page that the relay knows as a site's own. */
export const ORIGIN = 'https://app.example'

/** Every peer of a test shares one address, and the older foreign clients knock without a pause while the relay is away. */
const plenty = { capacity: 1_000_000, refillPerSecond: 100_000 }

/** Starts a relay on any free port. */
export async function startRelay(): Promise<RunningRelay> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-interop-'))
  const start = (port: number) =>
    startGateway({
      config: parseConfig({
        port,
        dataDir,
        logLevel: 'silent',
        projects: [{ id: 'interop', name: 'Interop', origins: [ORIGIN] }],
        relay: { calls: plenty, callsPerAddress: plenty, connections: plenty },
      }),
    })
  let gateway = await start(0)
  const port = Number(new URL(gateway.url).port)
  return {
    url: `ws://127.0.0.1:${port}/relay`,
    async restart() {
      await gateway.close()
      gateway = await start(port)
    },
    async close() {
      await gateway.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
