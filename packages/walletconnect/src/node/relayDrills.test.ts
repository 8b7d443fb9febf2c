import type { AddressInfo } from 'node:net'
import { createFaultyServer, type Fault } from '@latchkey/testing/createFaultyServer.ts'
import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { createTestSurroundings } from '@latchkey/testing/relay/createTestSurroundings.ts'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { OpenSocket } from '../ports.ts'
import { createRelayer } from '../relay/createRelayer.ts'
import type { RelayerEvent } from '../relay/relayer.ts'
import { openNodeSocket } from './openNodeSocket.ts'

const TOPIC = 'a'.repeat(64)

/** A client that wants one topic over real sockets, with a clock moved by hand. Names are found after `nameMs`. */
function startRelayer(relayUrls: readonly string[], { nameMs = 0 } = {}) {
  const clock = createManualClock()
  const openSocket: OpenSocket = (url, listener) => {
    let socket: ReturnType<OpenSocket> | undefined
    const cancel = clock.after(nameMs, () => {
      socket = openNodeSocket(url, listener)
    })
    return {
      send: (text) => socket?.send(text),
      close: (code, reason) => {
        cancel()
        if (socket) socket.close(code, reason)
        else listener.closed(1006, '')
      },
    }
  }
  const relayer = createRelayer({
    surroundings: createTestSurroundings({
      name: 'app',
      relay: { openSocket: nameMs === 0 ? openNodeSocket : openSocket },
      clock,
    }),
    relayUrls,
    identity: { clientId: 'app', signToken: async () => 'token' },
  })
  const events: RelayerEvent[] = []
  relayer.watch((event) => events.push(event))
  relayer.subscribe([TOPIC]).catch(() => undefined)
  /** Moves the clock until something is so, and says how far in ms. The network has real time meanwhile. */
  const until = async (isSo: () => boolean): Promise<number> => {
    const startedAt = clock.now()
    while (!isSo() && clock.now() - startedAt < 30_000) {
      await new Promise((resolve) => setTimeout(resolve, 4))
      await clock.advance(250)
    }
    return clock.now() - startedAt
  }
  const countFailed = () => events.filter(({ name }) => name === 'relayer_try_failed').length
  return { clock, relayer, events, until, countFailed }
}

test.each(['ws', 'wss'])(
  'F-10: a relay that takes the connection and never answers (%s) has a second one beside it at 5 s, and has failed at 15 s',
  async (scheme) => {
    const server = await createFaultyServer('hangs')
    const { relayer, until, countFailed } = startRelayer([`${scheme}://${server.host}`])
    expect(await until(() => server.count() === 2)).toBeLessThanOrEqual(5_500)
    expect(countFailed()).toBe(0)
    await until(() => countFailed() === 1)
    expect(server.count()).toBe(2)
    // It goes on.
    await until(() => server.count() === 3)
    await relayer.close()
    await server.close()
  },
)

test.each([
  ['refuses', 'ws'],
  ['resets', 'ws'],
  ['is a captive portal', 'ws'],
  ['refuses', 'wss'],
  ['resets', 'wss'],
  ['is a captive portal', 'wss'],
] satisfies [Fault, string][])(
  'F-10: a relay that %s (%s) has failed three times within 4 s',
  async (fault, scheme) => {
    const server = await createFaultyServer(fault)
    const { relayer, events, until, countFailed } = startRelayer([`${scheme}://${server.host}`])
    expect(await until(() => countFailed() === 3)).toBeLessThanOrEqual(4_500)
    expect(events.at(-1)).toMatchObject({ name: 'relayer_try_failed', tries: 3 })
    await relayer.close()
    await server.close()
  },
)

async function openGoodRelay() {
  const good = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => good.once('listening', resolve))
  return { good, port: (good.address() as AddressInfo).port }
}

test.each([3_000, 12_000])(
  'F-10: a relay whose name is found after %i ms is connected to then, and nothing has failed',
  async (nameMs) => {
    const { good, port } = await openGoodRelay()
    const { relayer, events, until } = startRelayer([`ws://127.0.0.1:${port}`], { nameMs })
    const tookMs = await until(() => relayer.status() === 'connected')
    expect(tookMs).toBeGreaterThanOrEqual(nameMs)
    expect(tookMs).toBeLessThanOrEqual(nameMs + 2_000)
    expect(events).toEqual([{ name: 'relayer_connect' }])
    await relayer.close()
    good.close()
  },
)

test('F-10: a relay whose name is never found has failed at 15 s', async () => {
  const { relayer, until, countFailed } = startRelayer(['ws://relay.test'], { nameMs: 60_000 })
  expect(await until(() => countFailed() === 1)).toBeLessThanOrEqual(15_500)
  await relayer.close()
})

test('a relay that hangs costs 5 s where another address answers', async () => {
  const hanging = await createFaultyServer('hangs')
  const { good, port } = await openGoodRelay()
  const { relayer, events, until } = startRelayer([`ws://${hanging.host}`, `ws://127.0.0.1:${port}`])
  expect(await until(() => relayer.status() === 'connected')).toBeLessThanOrEqual(6_000)
  expect(events).toEqual([{ name: 'relayer_connect' }])
  await relayer.close()
  good.close()
  await hanging.close()
})
