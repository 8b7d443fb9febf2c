/**
 * `npm run bench -- flood`: what a flood from one network address costs the others of a relay with the limits it is
 * shipped with.
 *
 * Clients of many addresses send each other a message now and then, first while all is calm, then while one more address
 * publishes as fast as it can, from as many sockets and keys as it likes. What is compared is the time from a message's
 * publishing until its reader has it. Calm and flood take turns, each flood from an address of its own that has used up
 * nothing yet; the flooder runs in a process of its own, with the least priority, because it stands for another machine.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { heardFrom } from './heardFrom.ts'
import { quantile } from './quantile.ts'
import { openRelayClient } from './relayClient.ts'
import { startRelayProcess } from './relayProcess.ts'

const ROUNDS = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 3)
const PAIRS = 20
/** Pause of a publisher between two messages, in ms. */
const PAUSE_MS = 50
/** Length of a calm time or a flood, in ms: a flood's first seconds use up what its address has saved, then it is refused. */
const STRETCH_MS = 15_000
const MESSAGE = 'x'.repeat(1_000)
/** Each message begins with its number. */
const KEY_LENGTH = 10

const relay = await startRelayProcess({ disk: 'real', limits: 'usual' })
const sentAt = new Map<string, number>()
let published = 0
let times: number[] = []
const publishers = await Promise.all(
  Array.from({ length: PAIRS }, async (_, index) => {
    const topic = index.toString(16).padStart(64, '0')
    const reader = await openRelayClient(relay.url, `10.0.${index}.1`)
    reader.onMessage = (text) => {
      const key = text.slice(0, KEY_LENGTH)
      times.push(performance.now() - (sentAt.get(key) ?? 0))
      sentAt.delete(key)
    }
    await reader.call('irn_subscribe', { topic })
    return { client: await openRelayClient(relay.url, `10.0.${index}.2`), topic, close: () => reader.close() }
  }),
)

await measure(3_000)
const calm: number[] = []
const flooded: number[] = []
const floods: Flood[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  calm.push(...(await measure(STRETCH_MS)))
  const flooder = fork(join(import.meta.dirname, 'floodChild.ts'), [relay.url, `10.1.${round}.1`], {
    execArgv: ['--import', 'tsx', '--conditions=@latchkey/source', '--no-warnings'],
  })
  await heardFrom(flooder, 'the flooder', 90_000)
  flooded.push(...(await measure(STRETCH_MS)))
  const ended = heardFrom(flooder, 'what the flooder did', 90_000)
  flooder.send('stop')
  floods.push((await ended) as Flood)
  // What still waits of the flood is no calm.
  await measure(3_000)
}
for (const { client, close } of publishers) {
  client.close()
  close()
}
await relay.stop()

const seconds = (STRETCH_MS / 1_000) * ROUNDS
const sum = (of: keyof Flood) => Math.round(floods.reduce((total, each) => total + each[of], 0) / seconds)
const ratio = (share: number) => round(quantile(flooded, share) / quantile(calm, share), 100)
export const result = {
  messagesOfOthersPerSecond: Math.round(calm.length / seconds),
  calmMs: { median: round(quantile(calm, 0.5), 10), p99: round(quantile(calm, 0.99), 10) },
  floodedMs: { median: round(quantile(flooded, 0.5), 10), p99: round(quantile(flooded, 0.99), 10) },
  floodedPerCalm: { median: ratio(0.5), p99: ratio(0.99) },
  lost: sentAt.size,
  flooderPerSecond: { sent: sum('sent'), taken: sum('taken'), refused: sum('refused'), sockets: sum('sockets') },
}

/** What a flooder did. */
export type Flood = { sent: number; taken: number; refused: number; sockets: number }

/** Lets everybody publish for so long, and gives each message's time from publishing to its reader, in ms. */
async function measure(lengthMs: number): Promise<number[]> {
  times = []
  const until = performance.now() + lengthMs
  await Promise.all(
    publishers.map(async ({ client, topic }, index) => {
      await pause((index * PAUSE_MS) / PAIRS)
      while (performance.now() < until) {
        const key = String(published++).padStart(KEY_LENGTH, '0')
        sentAt.set(key, performance.now())
        await client.call('irn_publish', { topic, message: key + MESSAGE, ttl: 300, tag: 1108, prompt: false })
        await pause(PAUSE_MS)
      }
    }),
  )
  await pause(200)
  return times
}

function pause(lengthMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lengthMs))
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps
}
