/**
 * The child of `relayProcess.ts`: `latchkey-gateway`, with its limits lifted where all clients of a bench share one address,
 * or with those it is shipped with, where each names an address of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'

const [folder = '', limits] = process.argv.slice(2)
const lifted = { capacity: 1_000_000_000, refillPerSecond: 1_000_000 }

const dataDir = mkdtempSync(join(folder, 'latchkey-bench-'))
const gateway = await startGateway({
  config: parseConfig({
    port: 0,
    dataDir,
    logLevel: 'silent',
    projects: [{ id: 'interop', name: 'Bench', origins: [] }],
    ...(limits === 'usual'
      ? { trustedProxies: ['127.0.0.1'] }
      : {
          relay: {
            maxSockets: 1_000_000,
            calls: lifted,
            callsPerAddress: lifted,
            bytesPerAddress: lifted,
            pacePerAddress: lifted,
            connections: lifted,
          },
        }),
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
