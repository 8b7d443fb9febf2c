/**
 * `npm run bench -- relay`: what one relay process holds and passes on, measured over bare sockets.
 *
 * Idle sockets, each with one topic, weigh what the relay's process grows by; messages are published by half of the clients to the other half, each
 * acknowledged to its publisher only once it is on disk. The time of the same number of writes of the same size by one
 * `fsync` each, on the same disk in the same run, stands beside it.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import { createIdentity } from '../packages/walletconnect/src/crypto/identity.ts'
import { startRelayProcess } from './relayProcess.ts'

const SOCKETS = 2_000
const PAIRS = 20
const MESSAGES_EACH = 500
const UNDER_WAY = 16
const MESSAGE = 'x'.repeat(1_000)
const FSYNCS = 500

/** Longest wait for the relay, in ms: a bench that hangs says where. */
const PATIENCE_MS = 30_000

type Client = {
  call(method: string, params: Record<string, unknown>): Promise<unknown>
  onMessage: () => void
  close(): void
}

const relay = await startRelayProcess({ disk: 'real' })

const before = await relay.memory()
const idle: Client[] = []
for (let index = 0; index < SOCKETS; index += 50) {
  idle.push(...(await Promise.all(Array.from({ length: 50 }, () => openClient()))))
}
for (const [index, client] of idle.entries())
  await client.call('irn_subscribe', { topic: `1d1e${index.toString(16)}`.padEnd(64, '0') })
const kilobytesPerIdleSocket = ((await relay.memory()) - before) / SOCKETS / 1_024
for (const client of idle) client.close()

let delivered = 0
const publishers: { client: Client; topic: string }[] = []
const readers: Client[] = []
for (let index = 0; index < PAIRS; index += 1) {
  const topic = index.toString(16).padStart(64, '0')
  const reader = await openClient()
  reader.onMessage = () => {
    delivered += 1
  }
  await reader.call('irn_subscribe', { topic })
  readers.push(reader)
  publishers.push({ client: await openClient(), topic })
}
const start = performance.now()
await Promise.all(
  publishers.map(async ({ client, topic }) => {
    let left = MESSAGES_EACH
    const publish = async (): Promise<void> => {
      while (left-- > 0) {
        await client.call('irn_publish', { topic, message: `${left}${MESSAGE}`, ttl: 300, tag: 1108, prompt: false })
      }
    }
    await Promise.all(Array.from({ length: UNDER_WAY }, publish))
  }),
)
const acknowledgedMs = performance.now() - start
while (delivered < PAIRS * MESSAGES_EACH) {
  if (performance.now() - start > PATIENCE_MS) throw new Error(`Only ${delivered} messages came.`)
  await new Promise((resolve) => setTimeout(resolve, 5))
}
const deliveredMs = performance.now() - start
for (const { client } of publishers) client.close()
for (const reader of readers) reader.close()
await relay.stop()

const messagesPerSecond = (PAIRS * MESSAGES_EACH) / (deliveredMs / 1_000)
const fsyncsPerSecond = measureDisk()
process.stdout.write(
  `${JSON.stringify(
    {
      idleSockets: SOCKETS,
      kilobytesPerIdleSocket: Math.round(kilobytesPerIdleSocket * 10) / 10,
      acknowledgedPerSecond: Math.round((PAIRS * MESSAGES_EACH) / (acknowledgedMs / 1_000)),
      deliveredPerSecond: Math.round(messagesPerSecond),
      fsyncsPerSecond: Math.round(fsyncsPerSecond),
      deliveredPerFsync: Math.round((messagesPerSecond / fsyncsPerSecond) * 100) / 100,
    },
    null,
    2,
  )}\n`,
)

/** Writes of one message, each followed by an fsync, as a relay without batches would do. */
function measureDisk(): number {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const file = openSync(join(folder, 'writes'), 'w')
  const begin = performance.now()
  for (let index = 0; index < FSYNCS; index += 1) {
    writeSync(file, MESSAGE)
    fsyncSync(file)
  }
  const rate = FSYNCS / ((performance.now() - begin) / 1_000)
  closeSync(file)
  rmSync(folder, { recursive: true })
  return rate
}

async function openClient(): Promise<Client> {
  const hex = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('hex')
  const identity = await createIdentity(hex(32))
  const token = await identity.signToken({ audience: relay.url, subject: hex(32), nowMs: Date.now() })
  const socket = new WebSocket(`${relay.url}?auth=${token}&projectId=interop`, { handshakeTimeout: PATIENCE_MS })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const waiting = new Map<string, (result: unknown) => void>()
  socket.on('close', (code) => {
    if (waiting.size > 0) throw new Error(`The relay closed a socket with ${code}.`)
  })
  let next = 1
  const client: Client = {
    call(method, params) {
      const id = `${next++}`
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${method} was not answered.`)), PATIENCE_MS)
        waiting.set(id, (result) => {
          clearTimeout(late)
          resolve(result)
        })
      })
    },
    onMessage: () => {},
    close: () => socket.close(),
  }
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text)) as { id: string; method?: string; result?: unknown; error?: unknown }
    if (frame.method === 'irn_subscription') {
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      client.onMessage()
      return
    }
    if (frame.error) throw new Error(JSON.stringify(frame.error))
    waiting.get(frame.id)?.(frame.result)
    waiting.delete(frame.id)
  })
  return client
}
