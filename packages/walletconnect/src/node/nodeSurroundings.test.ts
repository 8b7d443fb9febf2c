import { expect, it, onTestFinished } from 'vitest'
import { createSignClient } from '../createSignClient.ts'
import { createNodeLogger } from './createNodeLogger.ts'
import * as door from './index.ts'
import { nodeSurroundings } from './nodeSurroundings.ts'

it('exports these names', () => {
  expect(Object.keys(door).toSorted()).toEqual(['createFileStorage', 'nodeSurroundings', 'openNodeSocket'])
})

it('gives each client its own memory where no file is named', async () => {
  const [a, b] = [nodeSurroundings({}), nodeSurroundings({})]
  await a.storage.write(await a.storage.claim(), [{ table: 'seen', key: 'k', value: 1 }])
  expect(await b.storage.load()).toEqual([])
  expect(a.agent).toMatch(/^[a-z0-9]+-\d+\.\d+\.\d+\/node$/)
  expect(a.random.bytes(32)).not.toEqual(a.random.bytes(32))
})

it('says on the console that the relay cannot be reached, once, and goes on trying', async () => {
  const said: unknown[][] = []
  const logger = createNodeLogger({ error: () => {}, warn: (...parts) => void said.push(parts) })
  const surroundings = nodeSurroundings({ logger })
  const client = await createSignClient({
    relayUrl: 'ws://127.0.0.1:9/relay',
    metadata: { name: 'A wallet', description: '', url: 'https://wallet.example', icons: [] },
    // Its pauses are as long as they are.
    surroundings: {
      ...surroundings,
      clock: { ...surroundings.clock, after: (_, run) => surroundings.clock.after(1, run) },
    },
  })
  onTestFinished(() => client.close())
  let failures = 0
  client.on('relayer', ({ name }) => {
    if (name === 'relayer_try_failed') failures += 1
  })
  client.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } } }).catch(() => {
    // Ends with the client.
  })
  await expect.poll(() => failures).toBeGreaterThan(6)
  expect(said).toEqual([
    [
      '[walletconnect] The relay could not be reached; trying goes on.',
      { url: 'ws://127.0.0.1:9/relay', reason: expect.stringContaining('ECONNREFUSED') },
    ],
  ])
})

it('a program without a WebSocket is told what to pass, at once', async () => {
  const { WebSocket: own } = globalThis
  Reflect.deleteProperty(globalThis, 'WebSocket')
  onTestFinished(() => {
    if (own) globalThis.WebSocket = own
  })
  const options = {
    relayUrl: 'wss://relay.example/relay',
    metadata: { name: 'A wallet', description: '', url: 'https://wallet.example', icons: [] },
  }
  await expect(createSignClient(options)).rejects.toMatchObject({
    key: 'MISSING_OR_INVALID',
    message: expect.stringContaining('in Node pass nodeSurroundings()'),
  })
})
