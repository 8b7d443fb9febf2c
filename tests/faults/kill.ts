/** The relay is killed at each frame of each flow, and another one takes its place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKilledRelay, type KilledRelay } from './relayProcess.ts'
import { withLimit } from './withLimit.ts'
import { checkAgreement, FLOWS, type Flow, openWorld, type World } from './world.ts'

/** More frames than any flow has. */
const MOST_FRAMES = 40

/**
 * Runs a flow as often as it has frames, side by side, each stopped before another frame; then the relay is killed (`kill -9`), and
 * a new one started on what the old one has kept.
 */
export function testKills(
  openMailbox: () => Promise<Parameters<typeof createKilledRelay>[0]>,
  flows: readonly Flow[] = FLOWS,
): void {
  let relay: KilledRelay
  let url: string
  beforeAll(async () => {
    relay = await createKilledRelay(await openMailbox())
    url = await relay.start()
  })
  afterAll(() => relay.close())

  function lead(worlds: readonly World[], to: string | undefined): void {
    for (const { gate } of worlds) gate.lead(to)
  }

  describe.each(flows)('$name', (flow) => {
    it('goes on whichever frame the relay was killed at: both sides agree, and nothing is done twice', {
      timeout: 150_000,
    }, async () => {
      const first = await openWorld()
      lead([first], url)
      await flow.prepare(first)
      first.gate.decide(() => 'pass')
      await flow.run(first)
      const frames = first.gate.countFrames()
      await checkAgreement(first, flow)
      expect(frames).toBeGreaterThan(3)
      expect(frames).toBeLessThanOrEqual(MOST_FRAMES)
      await first.close()

      const worlds = await Promise.all(Array.from({ length: frames }, openWorld))
      lead(worlds, url)
      await Promise.all(worlds.map((world) => flow.prepare(world)))
      const ends: Promise<void>[] = []
      const stops = worlds.map((world, index) => {
        const stopAt = index + 1
        return new Promise<void>((resolve) => {
          world.gate.decide((frame) => {
            if (frame !== stopAt) return 'pass'
            resolve()
            return 'hold'
          })
          const end = flow.run(world).then(() => checkAgreement(world, flow))
          end.then(resolve, resolve)
          ends.push(withLimit(end, `killed at frame ${stopAt} of ${frames}`))
        })
      })
      await Promise.all(stops)
      await relay.kill()
      lead(worlds, undefined)
      url = await relay.start()
      lead(worlds, url)
      const failed = (await Promise.allSettled(ends)).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      await Promise.all(worlds.map((world) => world.close()))
      expect(failed).toEqual([])
    })
  })
}
