/** Frames that come to harm on the way, and clocks that jump in the middle of each flow, over a real relay. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fate } from './createGate.ts'
import { createKilledRelay, type KilledRelay } from './relayProcess.ts'
import { withLimit } from './withLimit.ts'
import { checkAgreement, FLOWS, openWorld, type World } from './world.ts'

const MINUTES = 60_000
const DAYS = 86_400_000

let dataDir = ''
let relay: KilledRelay
let url = ''
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
  relay = await createKilledRelay({ dataDir })
  url = await relay.start()
})
afterAll(async () => {
  await relay.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Opens worlds over one relay, does something in each side by side, and gives what went wrong. */
async function inWorlds(count: number, act: (world: World, index: number) => Promise<void>): Promise<unknown[]> {
  const worlds = await Promise.all(Array.from({ length: count }, openWorld))
  for (const { gate } of worlds) gate.lead(url)
  const ends = await Promise.allSettled(worlds.map(act))
  await Promise.all(worlds.map((world) => world.close()))
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.message] : []))
}

/** Numbers from 0 to 1 that follow from a seed. mulberry32, public domain. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function fateOf(dice: () => number): Fate {
  const drawn = dice()
  if (drawn < 0.06) return 'cut'
  if (drawn < 0.18) return 'twice'
  if (drawn < 0.3) return 'swap'
  return drawn < 0.45 ? { delayMs: 60 } : 'pass'
}

describe.each(FLOWS)('$name', (flow) => {
  it('ends alike on both sides, and once, although frames are cut off, doubled, swapped and late', async () => {
    const failed = await inWorlds(6, async (world, seed) => {
      await flow.prepare(world)
      const dice = createDice(seed + 1)
      world.gate.decide(() => fateOf(dice))
      const end = flow.run(world).then(() => {
        world.gate.decide(() => 'pass')
        return checkAgreement(world, flow)
      })
      await withLimit(end, `seed ${seed + 1}`)
    })
    expect(failed).toEqual([])
  })
})

/** Frames of a flow at most; a jump after the last one is one between flows. */
const FRAMES = 8

describe.each(FLOWS.filter(({ prepare }) => prepare !== FLOWS[0]?.prepare))('$name', (flow) => {
  it.each([10 * MINUTES, -10 * MINUTES])(
    'ends alike on both sides, or says that it expired, when a clock jumps by %i ms',
    async (ms) => {
      const failed = await inWorlds(FRAMES * 2, async (world, index) => {
        const role = index % 2 === 0 ? 'app' : 'wallet'
        const jumpAt = 1 + Math.floor(index / 2)
        await flow.prepare(world)
        world.gate.decide((frame) => {
          if (frame === jumpAt) world.jump(role, ms)
          return 'pass'
        })
        const end = flow.run(world).then(
          () => checkAgreement(world, flow, 600),
          (error: Error) => {
            expect(error.message).toMatch(/expired/i)
            const { app, wallet } = world
            expect(wallet.session.getAll().filter(({ acknowledged }) => acknowledged)).toHaveLength(app.session.length)
          },
        )
        await withLimit(end, `${role} at frame ${jumpAt}`)
      })
      expect(failed).toEqual([])
    },
  )
})

describe('asking for a signature', () => {
  it('fails with a word, and the session is over, when the clock of the app jumps by eight days', async () => {
    const [flow] = FLOWS.filter(({ name }) => name === 'asking for a signature')
    if (!flow) throw new Error('no such flow')
    const failed = await inWorlds(8, async (world, index) => {
      await flow.prepare(world)
      world.gate.decide((frame) => {
        if (frame === index + 1) world.jump('app', 8 * DAYS)
        return 'pass'
      })
      // What was answered before the session was looked at is answered.
      const end = flow.run(world).catch((error: Error) => expect(error.message).toMatch(/expired|disconnected/i))
      await withLimit(end, `at frame ${index + 1}`)
      await expect.poll(() => world.app.session.length, { timeout: 10_000 }).toBe(0)
      await world.wallet.disconnect({ topic: world.session?.topic ?? '' })
      expect(world.wallet.session.length).toBe(0)
    })
    expect(failed).toEqual([])
  })
})
