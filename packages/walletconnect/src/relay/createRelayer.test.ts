import { createManualClock, type ManualClock } from '@latchkey/testing/createManualClock.ts'
import { createTestRelay, type TestRelay } from '@latchkey/testing/relay/createTestRelay.ts'
import { createTestSurroundings, type TestSurroundings } from '@latchkey/testing/relay/createTestSurroundings.ts'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { subscriptionId } from '../crypto/hashes.ts'
import { PeerError } from '../errors.ts'
import { createRelayer } from './createRelayer.ts'
import type { InboundMessage, OutboundMessage, Relayer, RelayerEvent } from './relayer.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)

type Rig = {
  readonly clock: ManualClock
  readonly relay: TestRelay
  readonly relayer: Relayer
  readonly surroundings: TestSurroundings
  readonly events: RelayerEvent[]
  /** Messages that were handled, oldest first. */
  readonly handled: InboundMessage[]
  names(): readonly string[]
}

/** A relayer whose tokens are plain, so that nothing but the clock and microtasks moves it. */
function createRig(
  parameters: {
    readonly relayUrls?: readonly string[]
    readonly clock?: ManualClock
    readonly relay?: TestRelay
    readonly maxFrameBytes?: number
  } = {},
): Rig {
  const clock = parameters.clock ?? createManualClock()
  const relay = parameters.relay ?? createTestRelay({ clock, maxFrameBytes: parameters.maxFrameBytes })
  const surroundings = createTestSurroundings({ name: 'app', relay, clock })
  let tokens = 0
  const relayer = createRelayer({
    surroundings,
    relayUrls: parameters.relayUrls ?? ['wss://relay.test'],
    projectId: 'p1',
    identity: {
      clientId: 'app',
      signToken: async ({ audience, subject, nowMs }) => {
        tokens += 1
        return `app#${tokens}#${audience}#${subject}#${nowMs}`
      },
    },
  })
  const events: RelayerEvent[] = []
  relayer.watch((event) => events.push(event))
  const handled: InboundMessage[] = []
  relayer.handle(async (message) => {
    handled.push(message)
  })
  return { clock, relay, relayer, surroundings, events, handled, names: () => events.map(({ name }) => name) }
}

const message = (topic: string, text: string, more: Partial<OutboundMessage> = {}): OutboundMessage => ({
  topic,
  message: text,
  tag: 1108,
  ttlSeconds: 900,
  prompt: true,
  ...more,
})

/** How a promise stands. */
function follow<Value>(promise: Promise<Value>): { state: 'waiting' | 'resolved' | 'rejected'; error: unknown } {
  const seen: { state: 'waiting' | 'resolved' | 'rejected'; error: unknown } = { state: 'waiting', error: undefined }
  promise.then(
    () => {
      seen.state = 'resolved'
    },
    (error) => {
      seen.state = 'rejected'
      seen.error = error
    },
  )
  return seen
}

// The socket

test('no socket is opened before something needs it', async () => {
  const { clock, relay, relayer } = createRig()
  await clock.advance(60_000)
  expect(relay.attempts).toHaveLength(0)
  expect(clock.countTimers()).toBe(0)
  expect(relayer.status()).toBe('idle')
  await relayer.subscribe([A])
  expect(relay.attempts).toHaveLength(1)
  expect(relayer.status()).toBe('connected')
})

test('the address carries token, project and user agent, and the token names the relay as it was configured', async () => {
  const { relay, relayer } = createRig({ relayUrls: ['wss://relay.test/path/?x=1'] })
  await relayer.subscribe([A])
  const url = new URL(relay.attempts[0]?.url ?? '')
  expect([...url.searchParams.keys()]).toEqual(['x', 'auth', 'projectId', 'ua', 'useOnCloseEvent'])
  expect(url.searchParams.get('ua')).toBe(`wc-2/js-${manifest.version}/linux-20.20.2/node`)
  const [, , audience, subject] = relay.attempts[0]?.token.split('#') ?? []
  expect(audience).toBe('wss://relay.test/path/?x=1')
  expect(subject).toMatch(/^[0-9a-f]{64}$/)
})

test('each attempt brings a fresh token with the same subject', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  relay.cut()
  await clock.advance(100)
  expect(relay.attempts).toHaveLength(2)
  const [first, second] = relay.attempts.map(({ token }) => token.split('#'))
  expect(first?.[1]).not.toBe(second?.[1])
  expect(first?.[3]).toBe(second?.[3])
})

test('a round is five tries with 1 to 4 s between them, and the next round begins with the heartbeat', async () => {
  const { clock, relay, relayer, events } = createRig()
  relay.refuse(1006)
  const subscribed = follow(relayer.subscribe([A]))
  const start = clock.now()
  const times: number[] = []
  let seen = 0
  for (let second = 0; second <= 20; second += 1) {
    await clock.advance(second === 0 ? 0 : 1000)
    for (; seen < relay.attempts.length; seen += 1) times.push((clock.now() - start) / 1000)
  }
  expect(times).toEqual([0, 1, 3, 6, 10, 15, 16, 18])
  expect(events.filter(({ name }) => name === 'relayer_try_failed')).toEqual(
    times.map((_, index) => ({ name: 'relayer_try_failed', tries: index + 1, url: 'wss://relay.test' })),
  )
  expect(subscribed.state).toBe('waiting')
})

test('rounds go on for ever while something is subscribed, and the first socket that opens is used', async () => {
  const { clock, relay, relayer } = createRig()
  const lift = relay.refuse(1006)
  const subscribed = follow(relayer.subscribe([A]))
  await clock.advance(600_000)
  expect(relay.attempts.length).toBeGreaterThan(150)
  expect(subscribed.state).toBe('rejected')
  lift()
  await clock.advance(10_000)
  expect(relay.listTopics('app')).toEqual([A])
})

test('a relay that never answers the upgrade costs 15 s a try', async () => {
  const { clock, relay, relayer, events } = createRig()
  const lift = relay.stall()
  void relayer.subscribe([A])
  await clock.advance(14_999)
  expect(events).toEqual([])
  await clock.advance(1)
  expect(events).toEqual([{ name: 'relayer_try_failed', tries: 1, url: 'wss://relay.test' }])
  lift()
  await clock.advance(1000)
  expect(relay.listTopics('app')).toEqual([A])
})

/** A relay whose first socket opens so late, and whose others never do. */
function createSlowRelay(clock: ManualClock, delayMs: number): TestRelay {
  const relay = createTestRelay({ clock })
  let sockets = 0
  return {
    ...relay,
    openSocket(url, listener) {
      sockets += 1
      if (sockets > 1) return { send: () => undefined, close: () => undefined }
      return relay.openSocket(url, { ...listener, opened: () => void clock.after(delayMs, listener.opened) })
    },
  }
}

test('a socket that hangs for 5 s gets another one beside it, at the next address, which stays when it answers', async () => {
  const { clock, relay, relayer, names } = createRig({ relayUrls: ['wss://one.test', 'wss://two.test'] })
  const lift = relay.stall()
  const subscribed = relayer.subscribe([A])
  await clock.advance(4_999)
  expect(relay.attempts).toHaveLength(1)
  lift()
  await clock.advance(1)
  await subscribed
  expect(names()).toEqual(['relayer_connect'])
  expect(relay.attempts.map(({ token }) => token.split('#')[2])).toEqual(['wss://one.test', 'wss://two.test'])
  relay.cut()
  await clock.advance(100)
  expect(relay.attempts[2]?.url).toContain('wss://two.test')
})

test('a socket that opens late is used although another one was opened beside it, which is closed', async () => {
  const clock = createManualClock()
  const { relay, relayer, names, surroundings } = createRig({ clock, relay: createSlowRelay(clock, 8_000) })
  const subscribed = relayer.subscribe([A])
  await clock.advance(8_000)
  await subscribed
  expect(names()).toEqual(['relayer_connect'])
  await clock.advance(60_000)
  expect(relay.listTopics('app')).toEqual([A])
  expect(surroundings.log).toEqual([])
  expect(names()).toEqual(['relayer_connect'])
})

test('a try goes on while one of its two sockets may still open', async () => {
  const { clock, relay, relayer, events } = createRig({ relayUrls: ['wss://one.test', 'wss://two.test'] })
  const lift = relay.stall()
  void relayer.subscribe([A])
  await clock.advance(4_000)
  lift()
  relay.refuse(1006)
  await clock.advance(1_500)
  // The first one still hangs.
  expect(events).toEqual([])
  await clock.advance(9_500)
  expect(events).toEqual([{ name: 'relayer_try_failed', tries: 1, url: 'wss://one.test' }])
})

test('addresses are tried in turn, and the one that answered stays', async () => {
  const { clock, relay, relayer, events } = createRig({ relayUrls: ['wss://one.test', 'wss://two.test'] })
  relay.refuse(1006, '', ({ url }) => url.startsWith('wss://one.test'))
  const subscribed = relayer.subscribe([A])
  await clock.advance(1000)
  await subscribed
  expect(events).toEqual([{ name: 'relayer_try_failed', tries: 1, url: 'wss://one.test' }, { name: 'relayer_connect' }])
  expect(relay.attempts.map(({ token }) => token.split('#')[2])).toEqual(['wss://one.test', 'wss://two.test'])
  relay.cut()
  await clock.advance(100)
  expect(relay.attempts[2]?.url).toContain('wss://two.test')
})

test('after a cut the socket comes back within 100 ms with every topic', async () => {
  const { clock, relay, relayer, names } = createRig()
  await relayer.subscribe([A, B])
  relay.cut(4010, 'rebalancing')
  await clock.advance(99)
  expect(relay.listClients()).toEqual([])
  await clock.advance(1)
  expect(relay.listTopics('app')).toEqual([A, B])
  expect(names()).toEqual(['relayer_connect', 'relayer_disconnect', 'relayer_connect'])
})

test('a relay that opens sockets and closes them without a word is tried with pauses', async () => {
  const { clock, relay, relayer, events } = createRig()
  relay.interfere(() => 'drop')
  void relayer.subscribe([A]).catch(() => {})
  let seen = 0
  for (let tenth = 0; tenth < 100; tenth += 1) {
    await clock.advance(100)
    if (relay.listClients().length > 0) {
      seen += 1
      relay.cut(1013)
    }
  }
  expect(seen).toBe(4)
  expect(events.filter(({ name }) => name === 'relayer_try_failed')).toHaveLength(4)
})

test('a refusal is told with the relay’s words and the age of the token, and ends the trying', async () => {
  const { clock, relay, relayer, events } = createRig()
  const lift = relay.refuse(3000, 'Unauthorized: origin not allowed')
  const subscribed = follow(relayer.subscribe([A]))
  const published = follow(relayer.publish(message(A, 'one')))
  await clock.advance(0)
  expect(subscribed.error).toMatchObject({ key: 'RELAY_REFUSED' })
  expect(published.error).toMatchObject({ key: 'RELAY_REFUSED' })
  expect(String(published.error)).toContain('Unauthorized: origin not allowed')
  expect(events.at(-1)).toEqual({
    name: 'relayer_refused',
    reason: 'Unauthorized: origin not allowed',
    tokenAgeMs: 0,
  })
  expect(relayer.status()).toBe('refused')
  await clock.advance(600_000)
  expect(relay.attempts).toHaveLength(1)
  lift()
  await relayer.publish(message(A, 'two'))
  expect(relay.listTopics('app')).toEqual([A])
})

test('a refusal after a long good connection is answered with a fresh token', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  await clock.advance(86_400_000)
  relay.cut(3000, 'JWT validation error: JWT Token is expired')
  await clock.advance(100)
  expect(relay.attempts).toHaveLength(2)
  expect(relay.listTopics('app')).toEqual([A])
})

test('a visitor who tries again gets a fresh socket at the next address after a refusal', async () => {
  const { clock, relay, relayer } = createRig()
  relay.refuse(3000, 'JWT validation error: JWT Token is not yet valid', ({ url }) => url.includes('relay.test'))
  await expect(relayer.subscribe([A])).rejects.toMatchObject({ key: 'RELAY_REFUSED' })
  relayer.restart('wss://other.test')
  await clock.advance(0)
  expect(relay.listTopics('app')).toEqual([A])
  expect(relay.attempts.at(-1)?.url).toContain('wss://other.test')
})

test('a socket that nothing needs any more is closed', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  relayer.unsubscribe([A])
  await clock.advance(5000)
  expect(relay.listClients()).toEqual([])
  expect(relayer.status()).toBe('idle')
  expect(clock.countTimers()).toBe(0)
})

test('a socket that is opened ahead of a call serves it, and is closed where none comes', async () => {
  const { clock, relay, relayer } = createRig()
  relayer.prepare()
  relayer.prepare()
  await clock.advance(0)
  expect(relayer.status()).toBe('connected')
  await clock.advance(4000)
  await relayer.subscribe([A])
  expect(relay.attempts).toHaveLength(1)
  await clock.advance(10_000)
  expect(relayer.status()).toBe('connected')
  relayer.unsubscribe([A])
  await clock.advance(5000)
  relayer.prepare()
  await clock.advance(0)
  expect(relayer.status()).toBe('connected')
  await clock.advance(5000)
  expect(relayer.status()).toBe('idle')
  expect(clock.countTimers()).toBe(0)
})

test('a relay that cannot be reached ahead of a call is tried once, and by the call', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  relay.refuse(1006)
  relayer.prepare()
  await clock.advance(60_000)
  expect(relay.attempts).toHaveLength(1)
  expect(relayer.status()).toBe('idle')
  expect(clock.countTimers()).toBe(0)
  surroundings.reachability.setOnline(false)
  relayer.prepare()
  await clock.advance(60_000)
  expect(relay.attempts).toHaveLength(1)
})

test('an idle connected relayer has no timers', async () => {
  const { clock, relayer } = createRig()
  await relayer.subscribe([A])
  await relayer.publish(message(A, 'one'))
  await clock.advance(60_000)
  expect(clock.countTimers()).toBe(0)
})

// The page and the network

test('without a network a call fails at once and says so, and topics are subscribed when it comes back', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  surroundings.reachability.setOnline(false)
  const words = 'No internet connection detected. Please restart your network and try again.'
  await expect(relayer.subscribe([A])).rejects.toMatchObject({ key: 'RELAY_UNREACHABLE', message: words })
  await expect(relayer.publish(message(A, 'one'))).rejects.toMatchObject({ key: 'RELAY_UNREACHABLE', message: words })
  await clock.advance(60_000)
  expect(relay.attempts).toHaveLength(0)
  surroundings.reachability.setOnline(true)
  await clock.advance(0)
  expect(relay.listTopics('app')).toEqual([A])
})

test('F-58: a browser that is wrong to say it is offline keeps nobody from the relay', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  surroundings.reachability.sayOnline(false)
  await relayer.subscribe([A])
  await relayer.publish(message(A, 'one'))
  expect(relay.listTopics('app')).toEqual([A])
  relay.cut()
  await clock.advance(6000)
  expect(relay.listTopics('app')).toEqual([A])
})

test('F-58: a socket that is left because the browser says offline is opened again where that is wrong', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  await relayer.subscribe([A])
  surroundings.reachability.sayOnline(false)
  await clock.advance(6000)
  expect(relay.listTopics('app')).toEqual([A])
})

test('F-58: without a network the relay is tried no more than once a heartbeat, and closing ends a try', async () => {
  const { clock, relayer, surroundings, events } = createRig()
  surroundings.reachability.setOnline(false)
  await relayer.subscribe([A]).catch(() => undefined)
  await clock.advance(60_000)
  expect(events.filter(({ name }) => name === 'relayer_try_failed').length).toBeLessThanOrEqual(13)
  const late = relayer.publish(message(A, 'one')).catch((error: unknown) => error)
  await relayer.close()
  expect(await late).toMatchObject({ key: expect.stringMatching(/ABORTED|RELAY_UNREACHABLE/) })
  expect(clock.countTimers()).toBe(0)
})

test('F-58: a topic that is unsubscribed while it is tried whether there is a network stays so', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  surroundings.reachability.sayOnline(false)
  const subscribed = follow(relayer.subscribe([A]))
  relayer.unsubscribe([A])
  await clock.advance(1000)
  expect(subscribed.error).toMatchObject({ key: 'ABORTED' })
  expect(relayer.topics()).toEqual([])
  expect(relay.listTopics('app')).toEqual([])
})

test('going offline closes the socket, coming online opens one at once', async () => {
  const { clock, relay, relayer, surroundings, events } = createRig()
  await relayer.subscribe([A])
  surroundings.reachability.setOnline(false)
  await clock.advance(30_000)
  expect(relay.listClients()).toEqual([])
  expect(relay.attempts).toHaveLength(1)
  expect(events).toContainEqual({ name: 'relayer_disconnect', code: 1006, reason: 'offline' })
  surroundings.reachability.setOnline(true)
  await clock.advance(0)
  expect(relay.listTopics('app')).toEqual([A])
})

test('a socket that died while the page was hidden is replaced as soon as it is seen again', async () => {
  const { clock, relay, relayer, surroundings, handled } = createRig()
  await relayer.subscribe([A])
  surroundings.reachability.setVisible(false)
  relay.freeze()
  await clock.advance(30_000)
  relay.publish({ topic: A, message: 'approved' })
  surroundings.reachability.setVisible(true)
  await clock.advance(1500)
  expect(handled.map((inbound) => inbound.message)).toEqual(['approved'])
  expect(relay.attempts).toHaveLength(2)
})

test('a socket that lives is kept when the page is seen again, and what was missed is asked for', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  await relayer.subscribe([A])
  surroundings.reachability.setVisible(false)
  await clock.advance(30_000)
  surroundings.reachability.setVisible(true)
  await clock.advance(60_000)
  expect(relay.attempts).toHaveLength(1)
  expect(relay.countCalls('irn_subscribe')).toBe(2)
})

test('a page hidden for a second or less asks nothing', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  await relayer.subscribe([A])
  surroundings.reachability.setVisible(false)
  await clock.advance(1000)
  surroundings.reachability.setVisible(true)
  await clock.advance(60_000)
  expect(relay.calls).toHaveLength(1)
})

test('a hidden page tries more seldom, and at once when it is seen', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  await relayer.subscribe([A])
  surroundings.reachability.setVisible(false)
  const lift = relay.refuse(1006)
  relay.cut()
  await clock.advance(20_000)
  const tries = relay.attempts.length
  expect(tries).toBe(6)
  await clock.advance(15_000)
  expect(relay.attempts).toHaveLength(tries)
  lift()
  surroundings.reachability.setVisible(true)
  await clock.advance(0)
  expect(relay.listTopics('app')).toEqual([A])
})

// Publishing

test('a publish resolves once the relay has taken it, with its fields as the protocol names them', async () => {
  const { relay, relayer, events } = createRig()
  await relayer.publish(message(A, 'one', { attestation: 'jwt', correlationId: 7 }))
  expect(relay.calls[0]).toMatchObject({
    method: 'irn_publish',
    params: { topic: A, message: 'one', ttl: 900, prompt: true, tag: 1108, attestation: 'jwt', correlationId: 7 },
  })
  expect(relay.calls[0]?.id).toMatch(/^\d{19}$/)
  expect(events.at(-1)).toEqual({ name: 'relayer_publish', topic: A, tag: 1108 })
})

test('fields that were not given are not sent', async () => {
  const { relay, relayer } = createRig()
  await relayer.publish(message(A, 'one'))
  expect(Object.keys(relay.calls[0]?.params ?? {})).toEqual(['topic', 'message', 'ttl', 'prompt', 'tag'])
})

test('a publish that gets no answer is sent again with a new id and the same envelope', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  let dropped = 0
  relay.interfere(({ direction, method }) => (direction === 'toClient' && !method && dropped++ === 0 ? 'drop' : 'pass'))
  const published = follow(relayer.publish(message(B, 'one')))
  await clock.advance(10_000)
  relay.publish({ topic: A, message: 'a sign of life' })
  await clock.advance(5000)
  expect(published.state).toBe('resolved')
  const sent = relay.calls.filter(({ method }) => method === 'irn_publish')
  expect(sent.map(({ params }) => params.message)).toEqual(['one', 'one'])
  expect(sent[0]?.id).not.toBe(sent[1]?.id)
  expect(relay.attempts).toHaveLength(1)
})

test('a call without an answer on a silent socket gives the socket up and goes out on a new one', async () => {
  const { clock, relay, relayer, names } = createRig()
  await relayer.subscribe([A])
  relay.freeze()
  const published = follow(relayer.publish(message(B, 'one')))
  await clock.advance(14_000)
  expect(names()).toEqual(['relayer_connect'])
  await clock.advance(1000)
  expect(published.state).toBe('resolved')
  expect(names()).toEqual([
    'relayer_connect',
    'relayer_connection_stalled',
    'relayer_disconnect',
    'relayer_connect',
    'relayer_publish',
  ])
})

test('a publish that is cut off is taken once the relay is back', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  const lift = relay.refuse(1006)
  relay.cut()
  const published = follow(relayer.publish(message(B, 'one')))
  await clock.advance(20_000)
  expect(published.state).toBe('waiting')
  lift()
  await clock.advance(5000)
  expect(published.state).toBe('resolved')
  expect(relay.listMessages(B)).toHaveLength(1)
})

test('a publish that is longer than the relay takes fails at once, and those beside it go out on the next socket', async () => {
  const { clock, relay, relayer, names } = createRig({ maxFrameBytes: 10_000 })
  await relayer.subscribe([A])
  const held = relay.interfere(({ direction }) => (direction === 'toClient' ? 'drop' : 'pass'))
  const small = follow(relayer.publish(message(A, 'small')))
  const long = follow(relayer.publish(message(B, 'x'.repeat(10_000))))
  const behind = follow(relayer.publish(message(B, 'behind')))
  await clock.advance(1)
  held()
  expect(long.error).toMatchObject({ key: 'PAYLOAD_UNSAFE' })
  await clock.advance(1000)
  expect([small.state, behind.state]).toEqual(['resolved', 'resolved'])
  expect(names().filter((name) => name === 'relayer_disconnect')).toHaveLength(1)
  expect(relay.listTopics('app')).toEqual([A])
})

test('nobody else pays for a frame that was too long and given up meanwhile', async () => {
  const { clock, relayer } = createRig({ maxFrameBytes: 10_000 })
  await relayer.subscribe([A])
  const giveUp = new AbortController()
  const long = follow(relayer.publish(message(B, 'x'.repeat(10_000)), { signal: giveUp.signal }))
  const small = follow(relayer.publish(message(B, 'small')))
  giveUp.abort()
  await clock.advance(1000)
  expect(long.error).toMatchObject({ key: 'ABORTED' })
  expect(small.state).toBe('resolved')
})

test('after 60 s a publish fails as unreachable, with the id and the tag in its words', async () => {
  const { clock, relay, relayer } = createRig()
  relay.refuse(1006)
  const published = follow(relayer.publish(message(A, 'one')))
  await clock.advance(59_999)
  expect(published.state).toBe('waiting')
  await clock.advance(1)
  expect(published.error).toMatchObject({ key: 'RELAY_UNREACHABLE' })
  expect(String(published.error)).toMatch(/Failed to publish payload, please try again\. id:\d* tag:1108$/)
})

test('the end of a wait does not depend on what the device’s clock says', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  relay.refuse(1006)
  let jump = 0
  const jumping = { ...surroundings.clock, now: () => clock.now() + jump }
  const other = createRelayer({
    surroundings: { ...surroundings, clock: jumping },
    relayUrls: ['wss://relay.test'],
    identity: { clientId: 'app', signToken: async () => 'app' },
  })
  const published = follow(other.publish(message(A, 'one')))
  await clock.advance(1000)
  jump = -86_400_000
  await clock.advance(59_000)
  expect(published.state).toBe('rejected')
  await Promise.all([relayer.close(), other.close()])
})

test('a clock that jumps ahead while an answer is on its way costs no socket', async () => {
  const { clock, relay, surroundings } = createRig()
  let jump = 0
  const relayer = createRelayer({
    surroundings: { ...surroundings, clock: { ...surroundings.clock, now: () => clock.now() + jump } },
    relayUrls: ['wss://relay.test'],
    identity: { clientId: 'app', signToken: async () => 'app' },
  })
  relay.interfere(({ direction }) => (direction === 'toClient' ? { delayMs: 1500 } : 'pass'))
  const published = follow(relayer.publish(message(A, 'one')))
  await clock.advance(500)
  jump = 600_000
  await clock.advance(1500)
  expect(published.state).toBe('resolved')
  expect(relay.attempts).toHaveLength(1)
  await relayer.close()
})

test('timers that a hidden page holds back to one a minute do not make a wait last an hour', async () => {
  const { clock, relay, surroundings } = createRig()
  relay.refuse(1006)
  const slow = { now: clock.now, after: (ms: number, run: () => void) => clock.after(Math.max(ms, 60_000), run) }
  const relayer = createRelayer({
    surroundings: { ...surroundings, clock: slow },
    relayUrls: ['wss://relay.test'],
    identity: { clientId: 'app', signToken: async () => 'app' },
  })
  const published = follow(relayer.publish(message(A, 'one')))
  await clock.advance(240_000)
  expect(published.state).toBe('rejected')
})

test('an error of the relay is tried again with the heartbeat', async () => {
  const { clock, relay, relayer } = createRig()
  const lift = relay.failMethod('irn_publish', { code: -32000, message: 'busy' })
  const published = follow(relayer.publish(message(A, 'one')))
  await clock.advance(0)
  lift()
  await clock.advance(3999)
  expect(published.state).toBe('waiting')
  await clock.advance(1001)
  expect(published.state).toBe('resolved')
})

test('an error that time does not heal fails at once and is the cause', async () => {
  const { relay, relayer } = createRig()
  relay.failMethod('irn_publish', { code: -32602, message: 'Invalid params' })
  const error = await relayer.publish(message(A, 'one')).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ key: 'RELAY_UNREACHABLE' })
  expect(error instanceof Error && error.cause).toBeInstanceOf(PeerError)
})

test('messages published one after the other arrive in that order, over a cut too', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  for (let index = 0; index < 5; index += 1) void relayer.publish(message(B, `before ${index}`))
  relay.cut()
  for (let index = 0; index < 5; index += 1) void relayer.publish(message(B, `after ${index}`))
  await clock.advance(1000)
  const texts = [...new Set(relay.listMessages(B).map((kept) => kept.message))]
  expect(texts).toEqual([0, 1, 2, 3, 4].map((i) => `before ${i}`).concat([0, 1, 2, 3, 4].map((i) => `after ${i}`)))
})

// Subscribing

test('a thousand topics take three calls of at most 500', async () => {
  const { relay, relayer } = createRig()
  const topics = Array.from({ length: 1001 }, (_, index) => index.toString(16).padStart(64, '0'))
  await relayer.subscribe(topics)
  expect(relay.calls.map(({ method }) => method)).toEqual(['irn_batchSubscribe', 'irn_batchSubscribe', 'irn_subscribe'])
  expect(relay.listTopics('app')).toHaveLength(1001)
})

test('topics are asked for once, however often they are subscribed', async () => {
  const { relay, relayer } = createRig()
  await Promise.all([relayer.subscribe([A]), relayer.subscribe([A, B])])
  await relayer.subscribe([B])
  expect(relay.calls.flatMap(({ params }) => params.topics ?? params.topic)).toEqual([A, B])
  expect(relayer.topics()).toEqual([A, B])
})

test('a yes instead of ids is an answer, and a no is none', async () => {
  const clock = createManualClock()
  const inner = createTestRelay({ clock })
  let result: unknown = true
  const relay: TestRelay = {
    ...inner,
    openSocket: (url, listener) =>
      inner.openSocket(url, {
        ...listener,
        received: (text) => listener.received(JSON.stringify({ ...JSON.parse(text), result })),
      }),
  }
  const { relayer } = createRig({ relay })
  await relayer.subscribe([A, B])
  result = ['id', null]
  const other = 'c'.repeat(64)
  const third = 'd'.repeat(64)
  const subscribed = follow(relayer.subscribe([other, third]))
  await clock.advance(0)
  expect(String(subscribed.error)).toContain(`Subscribing to ${third} failed, please try again`)
})

test('a relay that knows no batches is asked topic by topic', async () => {
  const { relay, relayer } = createRig()
  relay.failMethod('irn_batchSubscribe')
  await relayer.subscribe([A, B])
  expect(relay.listTopics('app')).toEqual([A, B])
})

test('a subscription that gets no answer is asked for again, and fails after 60 s but stays wanted', async () => {
  const { clock, relay, relayer } = createRig()
  const stop = relay.interfere(({ method }) => (method === 'irn_subscribe' ? 'drop' : 'pass'))
  const subscribed = follow(relayer.subscribe([A]))
  await clock.advance(59_999)
  expect(subscribed.state).toBe('waiting')
  await clock.advance(1)
  expect(subscribed.error).toMatchObject({
    key: 'RELAY_UNREACHABLE',
    message: `Subscribing to ${A} failed, please try again`,
  })
  stop()
  await clock.advance(20_000)
  expect(relay.listTopics('app')).toEqual([A])
})

test('unsubscribing forgets at once and tells the relay with the id that both sides compute', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A, B])
  relayer.unsubscribe([A, 'never subscribed'])
  expect(relayer.topics()).toEqual([B])
  await clock.advance(0)
  expect(relay.calls.at(-1)).toMatchObject({
    method: 'irn_unsubscribe',
    params: { topic: A, id: await subscriptionId(A, 'app') },
  })
  expect(relay.listTopics('app')).toEqual([B])
})

test('whoever waits for a topic that is unsubscribed hears that it was given up', async () => {
  const { clock, relay, relayer } = createRig()
  relay.refuse(1006)
  const subscribed = follow(relayer.subscribe([A]))
  relayer.unsubscribe([A])
  await clock.advance(0)
  expect(subscribed.error).toMatchObject({ key: 'ABORTED' })
})

// Sessions

const proposal = { pairingTopic: A, sessionProposal: 'proposal', correlationId: 5, ttlSeconds: 300 }
const approval = {
  sessionTopic: B,
  pairingTopic: A,
  sessionProposalResponse: 'response',
  sessionSettlementRequest: 'settlement',
  correlationId: 5,
  ttlSeconds: 300,
}

test('a proposal is one call, and its topic is kept subscribed over a cut', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.proposeSession(proposal)
  expect(relay.calls).toMatchObject([
    {
      method: 'wc_proposeSession',
      params: { pairingTopic: A, sessionProposal: 'proposal', ttl: 300, correlationId: 5 },
    },
  ])
  expect(relayer.topics()).toEqual([A])
  relay.cut()
  await clock.advance(100)
  expect(relay.listTopics('app')).toEqual([A])
})

test('where the relay does not know a proposal, the topic is subscribed and the proposal published', async () => {
  const { relay, relayer } = createRig()
  relay.failMethod('wc_proposeSession')
  await relayer.proposeSession({ ...proposal, attestation: 'jwt' })
  expect(relay.calls.map(({ method }) => method)).toEqual(['wc_proposeSession', 'irn_subscribe', 'irn_publish'])
  expect(relay.calls[2]?.params).toEqual({
    topic: A,
    message: 'proposal',
    ttl: 300,
    prompt: true,
    tag: 1100,
    attestation: 'jwt',
  })
  await relayer.proposeSession(proposal)
  expect(relay.countCalls('wc_proposeSession')).toBe(1)
})

test('where the relay does not know an approval, the answer is published first and the settlement second', async () => {
  const { relay, relayer } = createRig()
  relay.failMethod('wc_approveSession')
  await relayer.approveSession(approval)
  expect(relay.calls.slice(1).map(({ method, params }) => [method, params.topic, params.message, params.tag])).toEqual([
    ['irn_subscribe', B, undefined, undefined],
    ['irn_publish', A, 'response', 1101],
    ['irn_publish', B, 'settlement', 1102],
  ])
})

test('an approval subscribes to the session and delivers answer and settlement', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.approveSession(approval)
  expect(relayer.topics()).toEqual([B])
  expect(relay.listTopics('app')).toEqual([B])
  await clock.advance(0)
  expect(relay.listMessages().map(({ topic, message: text, tag }) => [topic, text, tag])).toEqual([
    [A, 'response', 1101],
    [B, 'settlement', 1102],
  ])
})

test('a proposal that the relay does not take fails in its own words', async () => {
  const { clock, relay, relayer } = createRig()
  relay.refuse(1006)
  const proposed = follow(relayer.proposeSession(proposal))
  await clock.advance(60_000)
  expect(String(proposed.error)).toContain('Failed to publish custom payload, please try again.')
  expect(relayer.topics()).toEqual([])
})

// Inbound

test('a message reaches the handler with what the relay says of it', async () => {
  const { clock, relay, relayer, handled } = createRig()
  await relayer.subscribe([A])
  relay.publish({ topic: A, message: 'one', tag: 1109, attestation: 'jwt' })
  await clock.advance(0)
  expect(handled).toEqual([
    {
      topic: A,
      message: 'one',
      publishedAt: clock.now(),
      tag: 1109,
      attestation: 'jwt',
      relayAttestation: undefined,
    },
  ])
})

test('the relay hears an acknowledgement only after the handler has resolved', async () => {
  const { clock, relay, relayer } = createRig()
  let release = (): void => {}
  relayer.handle(() => new Promise((resolve) => (release = resolve)))
  await relayer.subscribe([A])
  relay.publish({ topic: A, message: 'one' })
  await clock.advance(0)
  expect(relay.listMessages(A)[0]?.takenBy.size).toBe(0)
  release()
  await clock.advance(0)
  expect([...(relay.listMessages(A)[0]?.takenBy ?? [])]).toEqual(['app'])
})

test('a message whose handler rejects comes again after a pause, before the later ones of its topic', async () => {
  const { clock, relay, relayer } = createRig()
  const seen: string[] = []
  let failures = 2
  relayer.handle(async ({ topic, message: text }) => {
    seen.push(text)
    if (topic === A && failures-- > 0) throw new Error('The disk is full.')
  })
  await relayer.subscribe([A, B])
  relay.publish({ topic: A, message: 'one' })
  relay.publish({ topic: A, message: 'two' })
  relay.publish({ topic: B, message: 'elsewhere' })
  await clock.advance(0)
  expect(seen).toEqual(['one', 'elsewhere'])
  expect(relay.listMessages(A)[0]?.takenBy.size).toBe(0)
  await clock.advance(1000)
  await clock.advance(2000)
  expect(seen).toEqual(['one', 'elsewhere', 'one', 'one', 'two'])
  expect(relay.listMessages(A).map(({ takenBy }) => takenBy.size)).toEqual([1, 1])
})

test('messages of one topic are handled one after the other, those of two topics side by side', async () => {
  const { clock, relay, relayer } = createRig()
  const open: (() => void)[] = []
  const begun: string[] = []
  relayer.handle(({ message: text }) => {
    begun.push(text)
    return new Promise((resolve) => open.push(resolve))
  })
  await relayer.subscribe([A, B])
  for (const [topic, text] of [
    [A, 'a1'],
    [A, 'a2'],
    [B, 'b1'],
  ] as const) {
    relay.publish({ topic, message: text })
  }
  await clock.advance(0)
  expect(begun).toEqual(['a1', 'b1'])
  open[0]?.()
  await clock.advance(0)
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('an envelope that comes again while it is handled is handled once and acknowledged on the new socket', async () => {
  const { clock, relay, relayer } = createRig()
  let release = (): void => {}
  let times = 0
  relayer.handle(() => {
    times += 1
    return new Promise((resolve) => (release = resolve))
  })
  await relayer.subscribe([A])
  relay.publish({ topic: A, message: 'one' })
  await clock.advance(0)
  relay.cut()
  await clock.advance(100)
  expect(relay.listTopics('app')).toEqual([A])
  release()
  await clock.advance(0)
  expect(times).toBe(1)
  expect([...(relay.listMessages(A)[0]?.takenBy ?? [])]).toEqual(['app'])
})

test('a flood on one topic is left with the relay beyond 1000 messages and fetched in order afterwards', async () => {
  const { clock, relay, relayer } = createRig()
  const seen: string[] = []
  let release = (): void => {}
  relayer.handle(async ({ message: text }) => {
    seen.push(text)
    if (seen.length === 1) await new Promise<void>((resolve) => (release = resolve))
  })
  await relayer.subscribe([A])
  for (let index = 0; index < 2400; index += 1) relay.publish({ topic: A, message: `m${index}` })
  await clock.advance(0)
  release()
  await clock.advance(1000)
  // The last acknowledgement of a socket may be on its way when it ends; then that message comes twice.
  expect([...new Set(seen)]).toEqual(Array.from({ length: 2400 }, (_, index) => `m${index}`))
})

test('messages that come before there is a handler wait for it', async () => {
  const clock = createManualClock()
  const relay = createTestRelay({ clock })
  const relayer = createRelayer({
    surroundings: createTestSurroundings({ name: 'app', relay, clock }),
    relayUrls: ['wss://relay.test'],
    identity: { clientId: 'app', signToken: async () => 'app' },
  })
  await relayer.subscribe([A])
  relay.publish({ topic: A, message: 'early' })
  await clock.advance(0)
  const seen: string[] = []
  relayer.handle(async ({ message: text }) => {
    seen.push(text)
  })
  await clock.advance(0)
  expect(seen).toEqual(['early'])
})

test('junk from the relay is passed over and the next message is handled', async () => {
  const { clock, relay, relayer, handled, surroundings } = createRig()
  await relayer.subscribe([A])
  for (const junk of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"id":{}}',
    '{"id":1,"method":"irn_subscription"}',
    '{"method":1}',
  ]) {
    relay.inject('app', junk)
  }
  relay.inject('app', '{"id":"1","jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":7}}}')
  relay.inject('app', '{"id":"77","jsonrpc":"2.0","result":true}')
  relay.publish({ topic: A, message: 'good' })
  await clock.advance(0)
  expect(handled.map((inbound) => inbound.message)).toEqual(['good'])
  expect(surroundings.log.every((line) => line.startsWith('debug '))).toBe(true)
})

test('SEC-88: neither tokens nor envelopes are in the log, whatever happens', async () => {
  const { clock, relay, relayer, surroundings } = createRig()
  relayer.handle(async ({ message: text }) => {
    throw new Error(text)
  })
  await relayer.subscribe([A])
  relay.publish({ topic: A, message: 'secret envelope' })
  relay.inject('app', '{"id":"1","method":"irn_subscription","params":{"data":{"message":"secret envelope"}}}')
  relay.failMethod('irn_unsubscribe', { code: -32602, message: 'secret envelope' })
  relayer.unsubscribe([A])
  await clock.advance(1000)
  relay.cut()
  await clock.advance(1000)
  expect(surroundings.log.length).toBeGreaterThan(2)
  expect(surroundings.log.join()).not.toMatch(/secret envelope|app#/)
})

// Ends

test.each([
  ['for the relay', true],
  ['for whether there is a network', false],
])('whatever waits %s rejects when its signal aborts, and leaves no timer behind', async (_what, isOnline) => {
  const { clock, relay, relayer, surroundings } = createRig()
  surroundings.reachability.sayOnline(isOnline)
  relay.stall()
  const abort = new AbortController()
  const options = { signal: abort.signal }
  const waits = [
    relayer.publish(message(A, 'one'), options),
    relayer.subscribe([B], options),
    relayer.proposeSession(proposal, options),
    relayer.approveSession(approval, options),
  ].map(follow)
  await clock.advance(1000)
  abort.abort()
  await clock.advance(0)
  for (const wait of waits) expect(wait.error).toMatchObject({ key: 'ABORTED' })
  await expect(relayer.publish(message(A, 'two'), options)).rejects.toMatchObject({ key: 'ABORTED' })
  await relayer.close()
  expect(clock.countTimers()).toBe(0)
})

test('closing ends every wait, every timer and the socket, and nothing begins afterwards', async () => {
  const { clock, relay, relayer } = createRig()
  await relayer.subscribe([A])
  relay.freeze()
  const waits = [relayer.publish(message(A, 'one')), relayer.subscribe([B])].map(follow)
  relayer.unsubscribe([A])
  await clock.advance(0)
  await relayer.close()
  await clock.advance(0)
  for (const wait of waits) expect(wait.error).toMatchObject({ key: 'ABORTED' })
  expect(clock.countTimers()).toBe(0)
  expect(relayer.status()).toBe('closed')
  await expect(relayer.subscribe([A])).rejects.toMatchObject({ key: 'ABORTED' })
  await expect(relayer.publish(message(A, 'two'))).rejects.toMatchObject({ key: 'ABORTED' })
  relayer.restart()
  await clock.advance(60_000)
  expect(relay.attempts).toHaveLength(1)
  expect(clock.countTimers()).toBe(0)
})

test('closing while a token is signed or a socket opens leaves no socket', async () => {
  const { clock, relay, relayer } = createRig()
  const subscribed = follow(relayer.subscribe([A]))
  await relayer.close()
  await clock.advance(1000)
  expect(subscribed.error).toMatchObject({ key: 'ABORTED' })
  expect(relay.listClients()).toEqual([])
})

test('a listener that throws or restarts harms nobody', async () => {
  const { clock, relay, relayer } = createRig()
  relayer.watch(() => {
    throw new Error('A bad listener.')
  })
  relayer.watch(({ name }) => {
    if (name === 'relayer_disconnect' && relay.attempts.length < 3) relayer.restart()
  })
  await relayer.subscribe([A])
  relay.cut()
  await clock.advance(1000)
  expect(relay.listTopics('app')).toEqual([A])
  expect(relay.listClients()).toHaveLength(1)
})

test('a token that cannot be signed is a failed try', async () => {
  const clock = createManualClock()
  const relay = createTestRelay({ clock })
  let failures = 2
  const relayer = createRelayer({
    surroundings: createTestSurroundings({ name: 'app', relay, clock }),
    relayUrls: ['wss://relay.test'],
    identity: {
      clientId: 'app',
      signToken: async () => {
        if (failures-- > 0) throw new Error('No keys today.')
        return 'app'
      },
    },
  })
  const subscribed = follow(relayer.subscribe([A]))
  await clock.advance(3000)
  expect(subscribed.state).toBe('resolved')
})
