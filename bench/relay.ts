/**
 * `npm run bench -- relay`: what one relay process holds and passes on, measured over bare sockets.
 *
 * Idle sockets, each with one topic, weigh what the relay's process grows by; messages are published by half of the clients to the other half, each
 * acknowledged to its publisher only once it is on disk. The time of the same number of writes of the same size by one
 * `fsync` each, on the same disk in the same run, stands beside it.
 */
import { fsyncSync } from 'node:fs'
import { openRelayClient, PATIENCE_MS, type RelayClient } from './relayClient.ts'
import { startRelayProcess } from './relayProcess.ts'
import { timeSyncs } from './timeSyncs.ts'

const SOCKETS = 2_000
const PAIRS = 20
const MESSAGES_EACH = 500
const UNDER_WAY = 16
const MESSAGE = 'x'.repeat(1_000)

const relay = await startRelayProcess({ disk: 'real' })

const before = await relay.memory()
const idle: RelayClient[] = []
for (let index = 0; index < SOCKETS; index += 50) {
  idle.push(...(await Promise.all(Array.from({ length: 50 }, () => openRelayClient(relay.url)))))
}
for (const [index, client] of idle.entries())
  await client.call('irn_subscribe', { topic: `1d1e${index.toString(16)}`.padEnd(64, '0') })
const kilobytesPerIdleSocket = ((await relay.memory()) - before) / SOCKETS / 1_024
for (const client of idle) client.close()

let delivered = 0
const publishers: { client: RelayClient; topic: string }[] = []
const readers: RelayClient[] = []
for (let index = 0; index < PAIRS; index += 1) {
  const topic = index.toString(16).padStart(64, '0')
  const reader = await openRelayClient(relay.url)
  reader.onMessage = () => {
    delivered += 1
  }
  await reader.call('irn_subscribe', { topic })
  readers.push(reader)
  publishers.push({ client: await openRelayClient(relay.url), topic })
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
// As a relay without batches would write.
const syncs = timeSyncs(MESSAGE, fsyncSync)
const fsyncsPerSecond = (syncs.length / syncs.reduce((sum, ms) => sum + ms, 0)) * 1_000
export const result = {
  idleSockets: SOCKETS,
  kilobytesPerIdleSocket: Math.round(kilobytesPerIdleSocket * 10) / 10,
  acknowledgedPerSecond: Math.round((PAIRS * MESSAGES_EACH) / (acknowledgedMs / 1_000)),
  deliveredPerSecond: Math.round(messagesPerSecond),
  fsyncsPerSecond: Math.round(fsyncsPerSecond),
  deliveredPerFsync: Math.round((messagesPerSecond / fsyncsPerSecond) * 100) / 100,
}
