/**
 * The child of `rate.ts` and `durable.ts`: a relay alone as `latchkey-relay` runs it, with its limits lifted because all clients
 * share one address; the same with its mail in memory; or a socket that sends back what it gets and stores nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { parseConfig } from '../packages/server/src/config.ts'
import { createEngine } from '../packages/server/src/relay/createEngine.ts'
import { createRelay } from '../packages/server/src/relay/createRelay.ts'
import { createMemoryMailbox } from '../packages/server/src/relay/memoryMailbox.ts'
import { createSocketEdge } from '../packages/server/src/relay/socketEdge.ts'
import { startRelay } from '../packages/server/src/startRelay.ts'

const lifted = { capacity: 1_000_000_000, refillPerSecond: 1_000_000 }
const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const config = parseConfig({
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
})
const start = { echo: startEcho, relay: openRelay, memory: openMemoryRelay }[String(process.argv[2])]
if (start === undefined) throw new Error(`There is no ${process.argv[2]}.`)
const url = await start()

async function openRelay(): Promise<string> {
  const relay = await startRelay({ config })
  return `${relay.url.replace('http', 'ws')}/relay`
}

async function openMemoryRelay(): Promise<string> {
  const { maxMessagesPerTopic, maxMailboxBytes, maxFrameBytes, maxSockets, connections } = config.relay
  const clock = { now: () => Date.now() }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const engine = await createEngine({
    mailbox: createMemoryMailbox(),
    clock,
    log,
    maxMessagesPerTopic,
    maxBytes: maxMailboxBytes,
  })
  const edge = createSocketEdge({
    relay: createRelay({ engine, clock, log, limits: config.relay }),
    clock,
    log,
    readClientKey: (address) => address ?? '',
    options: { maxFrameBytes, maxSockets, connections, isOwnAudience: () => true },
  })
  const server = createServer().on('upgrade', edge.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`
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
