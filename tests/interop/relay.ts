/** A relay of ours in a process of its own memory, as a self-hoster runs it, that can go away and come back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'
import { placeEmptyDatabase } from '../../packages/testing/src/emptyDatabase.ts'
import { createFront } from './createFront.ts'

export type RunningRelay = {
  /** `ws://127.0.0.1:<port>/relay`. Whoever dials it while the relay is away is turned away. */
  readonly url: string
  /**
   * The same relay for foreign clients: whoever dials it while the relay is away is let in once it is back, and whoever was
   * connected notices only then that it was away. The oldest of them rejects where nobody can catch it when the way to the relay
   * breaks while it dials, and never dials again; and where it waits long for an answer it dials twice, and then without end.
   */
  readonly patientUrl: string
  /** Stops the relay and starts it again on the same data. */
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
  await placeEmptyDatabase(dataDir)
  const fronts = [await createFront('turn away'), await createFront('wait')] as const
  const [url, patientUrl] = fronts.map(({ port }) => `ws://127.0.0.1:${port}/relay`) as [string, string]
  const start = async () => {
    const started = await startGateway({
      config: parseConfig({
        port: 0,
        dataDir,
        logLevel: 'silent',
        projects: [{ id: 'interop', name: 'Interop', origins: [ORIGIN] }],
        relay: { calls: plenty, callsPerAddress: plenty, connections: plenty, publicUrls: [url, patientUrl] },
      }),
    })
    for (const front of fronts) front.lead(Number(new URL(started.url).port))
    return started
  }
  const stop = async () => {
    // First of all, so that nobody dials into a relay that is about to go; who is dialling there still is let in.
    await Promise.all(fronts.map((front) => front.leadNowhere()))
    await gateway.close()
  }
  let gateway = await start()
  return {
    url,
    patientUrl,
    async restart() {
      await stop()
      gateway = await start()
    },
    async close() {
      await stop()
      await Promise.all(fronts.map((front) => front.close()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
