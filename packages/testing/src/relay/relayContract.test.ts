/** The relay client's contract with its relay: the same sentences over the relay in memory and over the real one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../../server/src/config.ts'
import { type RunningGateway, startGateway } from '../../../server/src/startGateway.ts'
import { createIdentity } from '../../../walletconnect/src/crypto/identity.ts'
import { nodeSurroundings } from '../../../walletconnect/src/node/nodeSurroundings.ts'
import type { OpenSocket } from '../../../walletconnect/src/ports.ts'
import { createRelayer } from '../../../walletconnect/src/relay/createRelayer.ts'
import type { OutboundMessage, Relayer } from '../../../walletconnect/src/relay/relayer.ts'
import { systemClock } from '../../../walletconnect/src/systemClock.ts'
import { placeEmptyDatabase } from '../emptyDatabase.ts'
import { createTestRelay } from './createTestRelay.ts'

type World = {
  readonly url: string
  readonly openSocket: OpenSocket
  /** Ends the relay's sockets and starts it again with its mailbox. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const worlds: readonly { readonly kind: string; readonly start: () => Promise<World> }[] = [
  {
    kind: 'in memory',
    start: async () => {
      const relay = createTestRelay({ clock: systemClock })
      return {
        url: 'ws://relay.test',
        openSocket: relay.openSocket,
        restart: async () => relay.restart(),
        stop: async () => relay.cut(),
      }
    },
  },
  {
    kind: 'of the gateway',
    start: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
      await placeEmptyDatabase(dataDir)
      const open = (port: number): Promise<RunningGateway> =>
        startGateway({
          config: parseConfig({ dataDir, port, logLevel: 'silent', relay: { requireProject: false } }),
        })
      let gateway = await open(0)
      const { port, host } = new URL(gateway.url)
      return {
        url: `ws://${host}/relay`,
        openSocket: nodeSurroundings({}).openSocket,
        async restart() {
          await gateway.close()
          gateway = await open(Number(port))
        },
        async stop() {
          await gateway.close()
          rmSync(dataDir, { recursive: true })
        },
      }
    },
  },
]

const message = (topic: string, text: string): OutboundMessage => ({
  topic,
  message: text,
  tag: 1108,
  ttlSeconds: 300,
  prompt: false,
})

/** Waits for something that comes by itself. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !holds(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(holds()).toBe(true)
}

for (const { kind, start } of worlds) {
  describe(`a relay ${kind}`, () => {
    let world: World
    let count = 0
    const open: Relayer[] = []
    const nextTopic = (): string => (count++).toString(16).padStart(64, 'f')

    beforeAll(async () => {
      world = await start()
    })
    afterAll(async () => {
      await Promise.all(open.map((relayer) => relayer.close()))
      await world.stop()
    })

    async function connect(): Promise<{ relayer: Relayer; handled: string[] }> {
      const surroundings = { ...nodeSurroundings({}), openSocket: world.openSocket }
      const seed = Buffer.from(surroundings.random.bytes(32)).toString('hex')
      const relayer = createRelayer({ surroundings, relayUrls: [world.url], identity: await createIdentity(seed) })
      const handled: string[] = []
      relayer.handle(async ({ message: text }) => {
        handled.push(text)
      })
      open.push(relayer)
      return { relayer, handled }
    }

    test('brings messages in order to everybody but their publisher', async () => {
      const [app, wallet] = await Promise.all([connect(), connect()])
      const topic = nextTopic()
      await Promise.all([app.relayer.subscribe([topic]), wallet.relayer.subscribe([topic])])
      const texts = Array.from({ length: 50 }, (_, index) => `m${index}`)
      await Promise.all(texts.map((text) => app.relayer.publish(message(topic, text))))
      await until(() => wallet.handled.length === 50)
      expect(wallet.handled).toEqual(texts)
      expect(app.handled).toEqual([])
    })

    test('keeps messages for whoever subscribes later', async () => {
      const [app, wallet] = await Promise.all([connect(), connect()])
      const [one, two] = [nextTopic(), nextTopic()]
      await app.relayer.publish(message(one, 'first'))
      await app.relayer.publish(message(two, 'second'))
      await wallet.relayer.subscribe([one, two])
      await until(() => wallet.handled.length === 2)
      expect([...wallet.handled].sort()).toEqual(['first', 'second'])
    })

    test('carries a whole session in two calls', async () => {
      const [app, wallet] = await Promise.all([connect(), connect()])
      const [pairingTopic, sessionTopic] = [nextTopic(), nextTopic()]
      const common = { pairingTopic, correlationId: 1_700_000_000_000_123, ttlSeconds: 300 }
      await app.relayer.proposeSession({ ...common, sessionProposal: 'proposal' })
      await wallet.relayer.subscribe([pairingTopic])
      await until(() => wallet.handled.includes('proposal'))
      await wallet.relayer.approveSession({
        ...common,
        sessionTopic,
        sessionProposalResponse: 'response',
        sessionSettlementRequest: 'settlement',
      })
      await until(() => app.handled.includes('response'))
      await app.relayer.subscribe([sessionTopic])
      await until(() => app.handled.includes('settlement'))
      await app.relayer.publish(message(sessionTopic, 'settled'))
      await until(() => wallet.handled.includes('settled'))
    })

    test('brings again over a restart what was not handled, and not what was', async () => {
      const [app, wallet] = await Promise.all([connect(), connect()])
      const topic = nextTopic()
      const seen: string[] = []
      let release = (): void => {}
      wallet.relayer.handle(async ({ message: text }) => {
        const isFirst = !seen.includes(text)
        seen.push(text)
        if (text === 'two' && isFirst) {
          await new Promise<void>((resolve) => {
            release = resolve
          })
        }
      })
      await wallet.relayer.subscribe([topic])
      await app.relayer.publish(message(topic, 'one'))
      await app.relayer.publish(message(topic, 'two'))
      await until(() => seen.length === 2)
      await world.restart()
      await app.relayer.publish(message(topic, 'three'))
      await until(() => wallet.relayer.status() === 'connected')
      release()
      await until(() => seen.includes('three'))
      expect(seen.filter((text) => text === 'one')).toHaveLength(1)
    })

    test('no longer brings what was unsubscribed', async () => {
      const [app, wallet] = await Promise.all([connect(), connect()])
      const [kept, left] = [nextTopic(), nextTopic()]
      await wallet.relayer.subscribe([kept, left])
      wallet.relayer.unsubscribe([left])
      // Calls of one socket are answered in order, so this answer says that the relay has heard it.
      await wallet.relayer.publish(message(nextTopic(), 'marker'))
      await app.relayer.publish(message(left, 'unheard'))
      await app.relayer.publish(message(kept, 'heard'))
      await until(() => wallet.handled.length > 0)
      expect(wallet.handled).toEqual(['heard'])
    })
  })
}
