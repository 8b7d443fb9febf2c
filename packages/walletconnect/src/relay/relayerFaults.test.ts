import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { createTestRelay, type Fate } from '@latchkey/testing/relay/createTestRelay.ts'
import { createTestSurroundings } from '@latchkey/testing/relay/createTestSurroundings.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRelayer } from './createRelayer.ts'

const TOPICS = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
const NAMES = ['app', 'wallet'] as const
type Name = (typeof NAMES)[number]

const name = fc.constantFrom(...NAMES)
const topic = fc.constantFrom(...TOPICS)
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('publish' as const), name, topic }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('subscribe' as const), name, topic }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), name, topic }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('interfere' as const),
      fate: fc.constantFrom<Fate>('drop', 'twice', 'swap', { delayMs: 700 }, { delayMs: 20_000 }),
      frames: fc.integer({ min: 1, max: 4 }),
      direction: fc.constantFrom('toRelay' as const, 'toClient' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), name, code: fc.constantFrom(1006, 4010) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('block' as const),
      how: fc.constantFrom('refuse' as const, 'stall' as const),
      ms: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('network' as const), name, online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('page' as const), name, visible: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fail' as const), name, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3000 }) }) },
)

test('after any faults every wanted topic is subscribed, every call has ended, and every acknowledged message was handled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
      const clock = createManualClock()
      const relay = createTestRelay({ clock })
      const clients = new Map(
        NAMES.map((id) => {
          const surroundings = createTestSurroundings({ name: id, relay, clock })
          const relayer = createRelayer({
            surroundings,
            relayUrls: ['wss://relay.test'],
            identity: { clientId: id, signToken: async () => id },
          })
          const handled: string[] = []
          const client = {
            surroundings,
            relayer,
            handled,
            wanted: new Set<string>(),
            failures: 0,
            busy: new Set<string>(),
          }
          relayer.handle(async (message) => {
            expect(client.busy.has(message.topic)).toBe(false)
            client.busy.add(message.topic)
            await Promise.resolve()
            client.busy.delete(message.topic)
            if (client.failures > 0) {
              client.failures -= 1
              throw new Error('The disk is full.')
            }
            handled.push(`${message.topic} ${message.message}`)
          })
          return [id, client] as const
        }),
      )
      const get = (id: Name) => {
        const client = clients.get(id)
        if (!client) throw new Error(`There is no ${id}.`)
        return client
      }
      const lifts: (() => void)[] = []
      let waiting = 0
      const sent: { readonly from: Name; readonly envelope: string }[] = []
      const acknowledged: typeof sent = []
      const begin = (promise: Promise<void>, done?: () => void): void => {
        waiting += 1
        promise
          .then(done, (error: unknown) => expect(error).toMatchObject({ name: 'EngineError' }))
          .finally(() => {
            waiting -= 1
          })
      }

      for (const [index, step] of commands.entries()) {
        if (step.kind === 'publish') {
          const entry = { from: step.name, envelope: `${step.topic} m${index}` }
          sent.push(entry)
          begin(
            get(step.name).relayer.publish({
              topic: step.topic,
              message: `m${index}`,
              tag: 1108,
              ttlSeconds: 86_400,
              prompt: false,
            }),
            () => acknowledged.push(entry),
          )
        } else if (step.kind === 'subscribe') {
          get(step.name).wanted.add(step.topic)
          begin(get(step.name).relayer.subscribe([step.topic]))
        } else if (step.kind === 'unsubscribe') {
          get(step.name).wanted.delete(step.topic)
          get(step.name).relayer.unsubscribe([step.topic])
        } else if (step.kind === 'interfere') {
          let left = step.frames
          lifts.push(
            relay.interfere(({ direction }) => (direction === step.direction && left-- > 0 ? step.fate : 'pass')),
          )
        } else if (step.kind === 'cut') relay.cut(step.code, '', step.name)
        else if (step.kind === 'restart') relay.restart()
        else if (step.kind === 'freeze') relay.freeze(step.name)
        else if (step.kind === 'block') {
          const lift = step.how === 'refuse' ? relay.refuse(1006) : relay.stall()
          clock.after(step.ms, lift)
        } else if (step.kind === 'network') get(step.name).surroundings.reachability.setOnline(step.online)
        else if (step.kind === 'page') get(step.name).surroundings.reachability.setVisible(step.visible)
        else if (step.kind === 'fail') get(step.name).failures += step.times
        else await clock.advance(step.ms)
      }

      // Faults end; one last cut, because a frame lost on a living socket comes again with the next one.
      for (const lift of lifts) lift()
      for (const id of NAMES) {
        get(id).surroundings.reachability.setOnline(true)
        get(id).surroundings.reachability.setVisible(true)
        get(id).failures = 0
      }
      await clock.advance(62_000)
      relay.cut()
      await clock.advance(31_000)

      expect(waiting).toBe(0)
      for (const id of NAMES) {
        const { relayer, wanted, handled } = get(id)
        expect([...relayer.topics()].sort()).toEqual([...wanted].sort())
        expect([...relay.listTopics(id)].sort()).toEqual([...wanted].sort())
        const due = acknowledged.filter(({ from, envelope }) => from !== id && wanted.has(envelope.slice(0, 64)))
        expect(handled).toEqual(expect.arrayContaining(due.map(({ envelope }) => envelope)))
        const others = sent.filter(({ from }) => from !== id).map(({ envelope }) => envelope)
        for (const envelope of handled) expect(others).toContain(envelope)
        await relayer.close()
      }
      await clock.advance(0)
      expect(relay.listClients()).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)
