/** The child of `relayProcess.ts`: `latchkey-gateway` with its limits lifted, because all clients of a bench share one address. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'

const [folder = ''] = process.argv.slice(2)
const lifted = { capacity: 1_000_000_000, refillPerSecond: 1_000_000 }

const dataDir = mkdtempSync(join(folder, 'latchkey-bench-'))
const gateway = await startGateway({
  config: parseConfig({
    port: 0,
    dataDir,
    logLevel: 'silent',
    projects: [{ id: 'interop', name: 'Bench', origins: [] }],
    relay: {
      maxSockets: 1_000_000,
      calls: lifted,
      callsPerAddress: lifted,
      bytesPerAddress: lifted,
      connections: lifted,
    },
  }),
})

async function stop(): Promise<void> {
  await gateway.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}

process.on('message', (message) => {
  if (message === 'stop') return void stop()
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(process.memoryUsage().rss)
})
// A bench that was killed leaves no relay behind.
process.on('disconnect', () => void stop())
process.send?.(`ws://127.0.0.1:${new URL(gateway.url).port}/relay`)
