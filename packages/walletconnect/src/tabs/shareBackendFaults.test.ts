import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createManualClock } from '../../../testing/src/createManualClock.ts'
import { createFakeTabs, type FakeTab } from '../../../testing/src/tabs/createFakeTabs.ts'
import type { Backend } from '../backend.ts'
import { EngineError } from '../errors.ts'
import type { Pairing } from '../records.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { openTables } from '../storage/openTables.ts'
import type { Tables } from '../tables.ts'
// Loaded when a tab first talks; in real time, which the manual clock does not wait for.
import './createTabTalk.ts'
import { createSnapshot } from '../snapshots.ts'
import { shareBackend } from './shareBackend.ts'

/** What happens to a tab: the one that leads now, or one by its number. */
type Step =
  | { readonly kind: 'open' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: (typeof KINDS)[number]; readonly tab: number | 'leader' }

const KINDS = ['call', 'call', 'call', 'call', 'close', 'crash', 'freeze', 'thaw'] as const

const silent = { debug: () => {}, warn: () => {}, error: () => {} }
/** What the manual clock waits for: a timer would take longer than its turns, on a machine that has nothing else to do. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const steps = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'open' }) },
    { weight: 2, arbitrary: fc.constantFrom(0, 0, 700, 1600, 7000).map((ms): Step => ({ kind: 'wait', ms })) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...KINDS), fc.oneof(fc.constant('leader' as const), fc.nat(4)))
        .map(([kind, tab]): Step => ({ kind, tab })),
    },
  ),
  { minLength: 10, maxLength: 40 },
)

// A module that is loaded for the first time is not loaded by turns of the event loop: here it is at hand, as after a page's load.
beforeAll(() => import('./createTabTalk.ts'))

/** An engine whose one call writes a pairing, twice: a first half, a pause, and the rest. */
function createSlowEngine(tables: Tables): Backend {
  let isClosed = false
  const pairing = (topic: string, expiry: number): Pairing => ({
    topic,
    expiry,
    relay: { protocol: 'irn' },
    active: true,
  })
  return {
    call: (async (_name: unknown, { topic }: { topic: string }) => {
      for (const half of [1, 2]) {
        await turn()
        if (isClosed) throw new EngineError('ABORTED')
        const known = tables.pairing.get(topic)?.expiry ?? 0
        if (known < half) await tables.commit([{ table: 'pairing', key: topic, value: pairing(topic, half) }])
        await turn()
      }
      return { id: 2 }
    }) as unknown as Backend['call'],
    snapshot: () => ({
      ...createSnapshot(),
      pairing: new Map(tables.pairing.getAll().map((value) => [value.topic, value])),
    }),
    watch: (listener) => tables.watch((changes) => listener({ kind: 'changes', changes })),
    close: async () => {
      isClosed = true
    },
  }
}

it('whatever tabs open, close, crash, freeze and wake: every call of a living tab ends, nothing is lost, and all show the same', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const clock = createManualClock()
      const fakes = createFakeTabs()
      const storage = createMemoryStorage()
      type Member = { readonly tab: FakeTab; backend: Backend | undefined; isAlive: boolean; isFrozen: boolean }
      const members: Member[] = []
      const calls: { readonly member: Member; readonly topic: string; outcome: unknown }[] = []
      const opening: Promise<void>[] = []

      function open(): void {
        const tab = fakes.open()
        const member: Member = { tab, backend: undefined, isAlive: true, isFrozen: false }
        members.push(member)
        const seed = members.length
        const opened = shareBackend({
          surroundings: {
            tabs: tab,
            clock: tab.wrapClock(clock),
            logger: silent,
            random: { bytes: (length) => new Uint8Array(length).fill(seed) },
            reachability: { isOnline: () => true, isVisible: () => true, watch: () => () => {} },
          },
          startEngine: async ({ fenced }) => {
            const tables = await openTables({ storage, logger: silent, onFenced: fenced })
            return { tables, backend: createSlowEngine(tables) }
          },
        })
        opening.push(
          opened.then((backend) => {
            member.backend = backend
          }),
        )
      }

      for (let count = 0; count < 3; count += 1) open()
      await turn()
      for (const step of script) {
        if (step.kind === 'open') open()
        else if (step.kind === 'wait') await clock.advance(step.ms)
        else {
          const { tab: place } = step
          const member = place === 'leader' ? members.find((one) => one.tab.isLeading()) : members[place]
          if (!member?.isAlive) continue
          const { tab, backend } = member
          if (step.kind === 'freeze') tab.freeze()
          if (step.kind === 'thaw') tab.thaw()
          if (step.kind === 'freeze' || step.kind === 'thaw') member.isFrozen = step.kind === 'freeze'
          if (step.kind === 'crash') {
            tab.crash()
            member.isAlive = false
          }
          if (step.kind === 'close' && backend) {
            void backend.close()
            member.isAlive = false
          }
          if (step.kind === 'call' && backend) {
            const call = { member, topic: `t${calls.length}`, outcome: undefined as unknown }
            calls.push(call)
            backend.call('extend', { topic: call.topic }, { callId: call.topic }).then(
              (result) => {
                call.outcome = result
              },
              (error: unknown) => {
                call.outcome = error
              },
            )
          }
        }
      }
      // Those that are awake come to an end without those that sleep.
      if (!members.some(({ isAlive, isFrozen }) => isAlive && !isFrozen)) open()
      await clock.advance(30_000)
      for (const { member, outcome } of calls) {
        if (member.isAlive && !member.isFrozen) expect(outcome).toEqual({ id: 2 })
      }
      for (const { tab } of members) tab.thaw()
      await clock.advance(30_000)

      const alive = members.filter(({ isAlive }) => isAlive)
      const kept = (await storage.load()).filter(({ table }) => table === 'pairing').map(({ key }) => key)
      for (const { member, topic, outcome } of calls) {
        if (!member.isAlive) continue
        expect(outcome).toEqual({ id: 2 })
        expect(kept).toContain(topic)
      }
      expect(alive.filter(({ tab }) => tab.isLeading())).toHaveLength(1)
      for (const { backend } of alive) {
        expect([...(backend?.snapshot().pairing.keys() ?? ['no backend'])].toSorted()).toEqual(kept.toSorted())
      }
      await Promise.all(alive.map(({ backend }) => backend?.close()))
      expect(clock.countTimers()).toBe(0)
    }),
    { numRuns: 20 },
  )
}, 120_000)
