/** The tab that leads dies, closes or falls asleep at each write of each flow; another one of its origin takes its place. */
import { createSignClient, type SignClient, type Storage } from '@latchkey/walletconnect'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../packages/testing/src/createManualClock.ts'
import { runUntilSettled, testAsked, testGranted } from '../../packages/testing/src/relay/createTestPair.ts'
import { createTestRelay } from '../../packages/testing/src/relay/createTestRelay.ts'
import { createTestSurroundings } from '../../packages/testing/src/relay/createTestSurroundings.ts'
import { createFakeTabs, type FakeTab } from '../../packages/testing/src/tabs/createFakeTabs.ts'
import { createMemoryStorage } from '../../packages/walletconnect/src/storage/createMemoryStorage.ts'

type Role = 'app' | 'wallet'
type Tab = { readonly tab: FakeTab; readonly client: SignClient; end(how: End): void }

/** What happens to the leading tab, before or after the write at which it happens is durable. */
const ENDS = ['dies before', 'dies after', 'closes', 'sleeps'] as const
type End = (typeof ENDS)[number]

const GROWN = { eip155: { ...testGranted.eip155, accounts: ['eip155:1:0xdef'] } }
const BYE = { code: 6000, message: 'User disconnected.' }

/** What the second tabs hear of all this, whichever tab it came to. */
const HEARD = {
  app: ['session_connect', 'session_update', 'session_event', 'session_delete'],
  wallet: ['session_extend', 'session_ping'],
} as const

/** Storage that tells of each write and, where it is told `false`, never carries it out. */
function watchWrites(inner: Storage, isCarriedOut: () => boolean, after: () => void): Storage {
  return {
    ...inner,
    async write(fence, changes) {
      if (!isCarriedOut()) return new Promise(() => {})
      await inner.write(fence, changes)
      after()
    },
  }
}

/** Two origins of two tabs each. The second tab of each is the one whose owner looks at it. */
async function openWorld(target: Role | undefined, end: End, at: number) {
  const clock = createManualClock()
  const relay = createTestRelay({ clock })
  const run = <Result>(promise: Promise<Result>): Promise<Result> => runUntilSettled(clock, promise)
  let writes = 0
  let isArmed = false
  let leader: Tab | undefined

  async function open(
    role: Role,
    index: number,
    fakes: ReturnType<typeof createFakeTabs>,
    storage: Storage,
  ): Promise<Tab> {
    const tab = fakes.open()
    const sockets = new Set<() => void>()
    const isTarget = role === target && index === 0
    const isNow = () => isTarget && isArmed && writes === at
    const kept = watchWrites(
      storage,
      () => {
        if (isTarget && isArmed) writes += 1
        if (!isNow() || end !== 'dies before') return true
        leader?.end(end)
        return false
      },
      () => {
        if (isNow() && end !== 'dies before') leader?.end(end)
      },
    )
    const surroundings = createTestSurroundings({
      name: `${role} ${index}`,
      storage: kept,
      tabs: tab,
      relay: {
        openSocket: (url, listener) => {
          const socket = relay.openSocket(url, {
            opened: () => tab.later(listener.opened),
            received: (text) => tab.later(() => listener.received(text)),
            closed: (code, reason) => tab.later(() => listener.closed(code, reason)),
          })
          sockets.add(() => socket.close())
          return socket
        },
      },
    })
    const client = await run(
      createSignClient({
        relayUrl: 'wss://relay.example',
        metadata: { name: role, description: role, url: `https://${role}.example`, icons: [] },
        signConfig: { disableRequestQueue: true },
        surroundings: { ...surroundings, clock: tab.wrapClock(clock) },
      }),
    )
    const opened: Tab = {
      tab,
      client,
      end(how) {
        if (how === 'closes') void client.close()
        else if (how === 'sleeps') tab.freeze()
        else {
          tab.crash()
          for (const cut of sockets) cut()
        }
      },
    }
    if (isTarget) leader = opened
    return opened
  }

  const tabs: Tab[] = []
  for (const role of ['app', 'wallet'] as const) {
    const fakes = createFakeTabs()
    const storage = createMemoryStorage()
    for (const index of [0, 1]) tabs.push(await open(role, index, fakes, storage))
  }
  const [, app, , wallet] = tabs as [Tab, Tab, Tab, Tab]
  return {
    clock,
    run,
    app: app.client,
    wallet: wallet.client,
    tabs,
    arm: () => {
      isArmed = true
    },
    countWrites: () => writes,
  }
}

/** Goes through every flow, with the second tabs alone. Gives the writes of the leading tab that was watched. */
async function goThrough(target: Role, end: End, at: number): Promise<number> {
  const { clock, run, app, wallet, tabs, arm, countWrites } = await openWorld(target, end, at)
  const shown: number[] = []
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: testGranted }).catch(() => undefined))
  wallet.on('session_request', ({ id, topic, params }) => {
    shown.push(id)
    const [text] = params.request.params as [string]
    wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: text } }).catch(() => undefined)
  })
  const heard = new Set<string>()
  for (const name of HEARD.app) app.on(name, () => heard.add(`app ${name}`))
  for (const name of HEARD.wallet) wallet.on(name, () => heard.add(`wallet ${name}`))
  arm()
  const { uri = '', approval } = await run(app.connect({ optionalNamespaces: testAsked }))
  const approved = approval()
  await run(wallet.pair({ uri }))
  const { topic } = await run(approved)
  for (const text of ['one', 'two']) {
    const request = { method: 'personal_sign', params: [text] }
    expect(await run(app.request({ topic, chainId: 'eip155:1', request }))).toBe(text)
  }
  const update = await run(wallet.update({ topic, namespaces: GROWN }))
  await run(update.acknowledged())
  const extend = await run(app.extend({ topic }))
  await run(extend.acknowledged())
  await run(wallet.emit({ topic, event: { name: 'accountsChanged', data: [] }, chainId: 'eip155:1' }))
  await run(app.ping({ topic }))
  await clock.advance(10_000)
  const sessions = [app, wallet].map(({ session }) => session.getAll())
  expect(
    sessions.map((each) => each.map((session) => [session.topic, session.acknowledged, session.namespaces])),
  ).toEqual([[[topic, true, GROWN]], [[topic, true, GROWN]]])
  await run(wallet.disconnect({ topic, reason: BYE }))
  for (const { tab } of tabs) tab.thaw()
  await clock.advance(15_000)
  const expected = [...HEARD.app.map((name) => `app ${name}`), ...HEARD.wallet.map((name) => `wallet ${name}`)]
  expect([...heard].sort()).toEqual(expected.sort())
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown).toHaveLength(2)
  for (const { client, tab } of tabs) {
    if (client !== app && client !== wallet && !tab.isLeading()) continue
    const left = [client.session.length, client.proposal.length, client.pendingRequest.length]
    expect([tabs.findIndex((one) => one.tab === tab), ...left]).toEqual([expect.any(Number), 0, 0, 0])
  }
  await Promise.all([run(app.close()), run(wallet.close())])
  return countWrites()
}

describe.each(['app', 'wallet'] as const)('an %s of two tabs', (role) => {
  it.each(ENDS)(
    'goes through every flow when the leading tab %s, whatever write it was at',
    {
      timeout: 60_000,
    },
    async (end) => {
      const writes = await goThrough(role, end, 0)
      expect(writes).toBeGreaterThan(8)
      const failed: string[] = []
      for (let at = 1; at <= writes; at += 1)
        await goThrough(role, end, at).catch((error: Error) =>
          failed.push(`at write ${at} of ${writes}: ${error.message}`),
        )
      expect(failed).toEqual([])
    },
  )
})
