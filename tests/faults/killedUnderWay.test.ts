/** Several requests of one session are under way when the relay is killed, and another one takes its place. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAIN } from '../interop/meet.ts'
import { createKilledRelay, type KilledRelay } from './relayProcess.ts'
import { withLimit } from './withLimit.ts'
import { connect, openWorld, type World } from './world.ts'

const REQUESTS = ['a', 'b', 'c', 'd', 'e']

/** Frames of the five requests before which the relay is killed, each in a world of its own: the first, some on the way, and a late one. */
const STOPS = [1, 6, 11, 16, 21, 26]

let dataDir = ''
let relay: KilledRelay
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
  relay = await createKilledRelay({ dataDir })
})
afterAll(async () => {
  await relay.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function lead(worlds: readonly World[]): Promise<void> {
  const url = await relay.start()
  for (const { gate } of worlds) gate.lead(url)
}

/** Asks for all signatures at once, and gives them in the order in which they were asked for. */
async function requestAll({ app, wallet, session }: World): Promise<readonly unknown[]> {
  wallet.on('session_request', ({ id, topic, params }) => {
    const [text] = params.request.params as [string]
    wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: text } }).catch(() => undefined)
  })
  return Promise.all(
    REQUESTS.map((text) =>
      app.request({
        topic: session?.topic ?? '',
        chainId: CHAIN,
        request: { method: 'personal_sign', params: [text] },
      }),
    ),
  )
}

test('five requests that are under way when the relay is killed are all answered over the first connection of each side that finds the next one', async () => {
  const worlds = await Promise.all(STOPS.map(openWorld))
  await lead(worlds)
  await Promise.all(worlds.map(connect))
  const ends: Promise<void>[] = []
  const stopped = worlds.map((world, index) => {
    const stopAt = STOPS[index] ?? 0
    return new Promise<void>((resolve) => {
      world.gate.decide((frame) => {
        if (frame < stopAt) return 'pass'
        resolve()
        return 'hold'
      })
      const end = requestAll(world).then((signed) => expect(signed).toEqual(REQUESTS))
      ends.push(withLimit(end, `killed at frame ${stopAt}`))
    })
  })
  await Promise.all(stopped)
  await relay.kill()
  for (const { gate } of worlds) {
    gate.lead(undefined)
    gate.decide(() => 'pass')
  }
  const before = worlds.map(({ gate }) => gate.countConnections())
  await lead(worlds)
  const failed = (await Promise.allSettled(ends)).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  const made = worlds.map(({ gate }, index) => gate.countConnections() - (before[index] ?? 0))
  expect([failed, made]).toEqual([[], STOPS.map(() => 2)])
  await Promise.all(worlds.map((world) => world.close()))
})
