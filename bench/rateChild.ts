/**
 * The child of `rate.ts`: a relay alone as `latchkey-relay` runs it, with its limits lifted because all clients share one
 * address, or a socket that sends back what it gets and stores nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { parseConfig } from '../packages/server/src/config.ts'
import { startRelay } from '../packages/server/src/startRelay.ts'

const lifted = { capacity: 1_000_000_000, refillPerSecond: 1_000_000 }
const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const isEcho = process.argv[2] === 'echo'
const url = isEcho ? await startEcho() : await openRelay()

async function openRelay(): Promise<string> {
  const relay = await startRelay({
    config: parseConfig({
      port: 0,
      dataDir,
      logLevel: 'silent',
      relay: {
        requireProject: false,
        calls: lifted,
        callsPerAddress: lifted,
        bytesPerAddress: lifted,
        pacePerAddress: lifted,
        connections: lifted,
      },
    }),
  })
  return `${relay.url.replace('http', 'ws')}/relay`
}

function startEcho(): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', (socket) => socket.on('message', (message) => socket.send(message.toString())))
  return new Promise((resolve) =>
    server.once('listening', () => resolve(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)),
  )
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage().rss, cpuMs: (user + system) / 1_000 })
})
process.on('disconnect', () => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
process.send?.(url)
