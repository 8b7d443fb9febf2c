import { expect, it } from 'vitest'
import { createManualClock } from '../../../testing/src/createManualClock.ts'
import { runUntilSettled, testAsked, testGranted } from '../../../testing/src/relay/createTestPair.ts'
import { createTestRelay } from '../../../testing/src/relay/createTestRelay.ts'
import { createTestSurroundings } from '../../../testing/src/relay/createTestSurroundings.ts'
import { createFakeTabs, type FakeTab } from '../../../testing/src/tabs/createFakeTabs.ts'
import { createSignClient } from '../createSignClient.ts'
import type { OpenSocket } from '../ports.ts'
import type { SignClient } from '../signClient.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'

type OpenTab = { readonly tab: FakeTab; readonly client: SignClient; crash(): void }

/** A socket that stands still while its tab does, and is cut when the tab is gone. */
function wrapSocket(openSocket: OpenSocket, tab: FakeTab): { readonly openSocket: OpenSocket; cut(): void } {
  const cuts = new Set<() => void>()
  return {
    openSocket: (url, listener) => {
      const socket = openSocket(url, {
        opened: () => tab.later(listener.opened),
        received: (text) => tab.later(() => listener.received(text)),
        closed: (code, reason) => tab.later(() => listener.closed(code, reason)),
      })
      cuts.add(() => socket.close())
      return socket
    },
    cut: () => {
      for (const cut of cuts) cut()
    },
  }
}

/** An app and a wallet, each an origin of several tabs with one storage. */
function createWorld() {
  const clock = createManualClock()
  const relay = createTestRelay({ clock })
  const origins = {
    app: { fakes: createFakeTabs(), storage: createMemoryStorage() },
    wallet: { fakes: createFakeTabs(), storage: createMemoryStorage() },
  }
  let opened = 0
  const run = <Result>(promise: Promise<Result>): Promise<Result> => runUntilSettled(clock, promise)

  async function open(role: 'app' | 'wallet'): Promise<OpenTab> {
    opened += 1
    const tab = origins[role].fakes.open()
    const { openSocket, cut } = wrapSocket(relay.openSocket, tab)
    const surroundings = createTestSurroundings({
      name: `${role} ${opened}`,
      relay: { openSocket },
      storage: origins[role].storage,
      tabs: tab,
    })
    const client = await run(
      createSignClient({
        relayUrl: 'wss://relay.example',
        metadata: { name: role, description: role, url: `https://${role}.example`, icons: [] },
        surroundings: { ...surroundings, clock: tab.wrapClock(clock) },
      }),
    )
    return {
      tab,
      client,
      crash: () => {
        tab.crash()
        cut()
      },
    }
  }

  async function settle(app: OpenTab, wallet: OpenTab): Promise<string> {
    wallet.client.once('session_proposal', ({ id }) => void wallet.client.approve({ id, namespaces: testGranted }))
    const { uri, approval } = await run(app.client.connect({ optionalNamespaces: testAsked }))
    await run(wallet.client.pair({ uri: uri ?? '' }))
    return (await run(approval())).topic
  }

  return { clock, relay, run, open, settle }
}

const sign = (tab: OpenTab, topic: string, text: string): Promise<unknown> =>
  tab.client.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: [text, '0xabc'] } })

/** Answers requests with their own first parameter, and lists what was asked. */
function answer(wallet: OpenTab): string[] {
  const asked: string[] = []
  wallet.client.on('session_request', ({ id, topic, params }) => {
    const [text] = params.request.params as [string]
    asked.push(text)
    void wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', result: text } })
  })
  return asked
}

it('a session that one tab makes is there in every tab, over one socket', async () => {
  const { relay, open, run, settle } = createWorld()
  const tabs = [await open('app'), await open('app'), await open('app')] as const
  const wallet = await open('wallet')
  const asked = answer(wallet)
  const topic = await settle(tabs[1], wallet)
  for (const { client } of tabs) expect(client.session.keys).toEqual([topic])
  expect(relay.listClients()).toHaveLength(2)
  for (const [index, tab] of tabs.entries()) expect(await run(sign(tab, topic, `from ${index}`))).toBe(`from ${index}`)
  expect(asked).toEqual(['from 0', 'from 1', 'from 2'])
})

it('a pairing that was shown goes on in the next tab when the leader closes, and its promise is kept', async () => {
  const { open, run } = createWorld()
  const [a, b] = [await open('app'), await open('app')]
  const wallet = await open('wallet')
  const { uri, approval } = await run(b.client.connect({ optionalNamespaces: testAsked }))
  const session = approval()
  await run(a.client.close())
  wallet.client.once('session_proposal', ({ id }) => void wallet.client.approve({ id, namespaces: testGranted }))
  await run(wallet.client.pair({ uri: uri ?? '' }))
  const { topic } = await run(session)
  expect(b.client.session.keys).toEqual([topic])
  expect(wallet.client.session.keys).toEqual([topic])
})

it('a request whose leader dies at any moment is asked of the wallet once and answered', async () => {
  for (let turns = 0; turns < 40; turns += 3) {
    const { open, run, settle } = createWorld()
    const [a, b] = [await open('app'), await open('app')]
    const wallet = await open('wallet')
    const asked = answer(wallet)
    const topic = await settle(b, wallet)
    const signed = sign(b, topic, `turn ${turns}`)
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    a.crash()
    expect(await run(signed)).toBe(`turn ${turns}`)
    expect(asked).toEqual([`turn ${turns}`])
    expect(b.tab.isLeading()).toBe(true)
  }
}, 60_000)

it('a sign-in that a tab refuses while its leader dies is refused once the next one leads, and the tab hears that it was', async () => {
  const { clock, open, relay, run } = createWorld()
  const [a, b] = [await open('wallet'), await open('wallet')]
  const app = await open('app')
  const asked = new Promise<number>((resolve) => b.client.on('session_authenticate', ({ id }) => resolve(id)))
  const sought = { chains: ['eip155:1'], domain: 'a.example', uri: 'https://a.example', nonce: 'n' }
  const { uri = '', response } = await run(app.client.authenticate(sought))
  const answered = response().catch((error: unknown) => error)
  await run(b.client.pair({ uri }))
  const id = await run(asked)
  const heal = relay.interfere(({ params }) => (params.tag === 1118 ? 'drop' : 'pass'))
  const refused = b.client.rejectSessionAuthenticate({ id, reason: { code: 12001, message: 'No.' } })
  await expect.poll(() => clock.advance(1).then(() => a.client.auth.requests.length)).toBe(0)
  a.crash()
  heal()
  expect(await run(refused)).toBeUndefined()
  expect(await run(answered)).toMatchObject({ code: 12001, message: 'No.' })
})

it('two tabs of a wallet that answer the same request send one answer', async () => {
  const { open, run, settle, relay } = createWorld()
  const app = await open('app')
  const wallets = [await open('wallet'), await open('wallet')] as const
  const topic = await settle(app, wallets[1])
  const answers: Promise<PromiseSettledResult<void>[]>[] = []
  for (const { client } of wallets) {
    client.on('session_request', ({ id }) => {
      answers.push(Promise.allSettled([client.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } })]))
    })
  }
  const publishes = relay.countCalls('irn_publish')
  expect(await run(sign(app, topic, 'once'))).toBe('signed')
  const outcomes = (await run(Promise.all(answers))).flat().map(({ status }) => status)
  expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(relay.countCalls('irn_publish') - publishes).toBe(2)
  for (const { client } of wallets) expect(client.getPendingSessionRequests()).toEqual([])
})

it('a wallet speaks to the visible tab although the leading one is frozen, which knows it too when it wakes', async () => {
  const { clock, open, run, settle } = createWorld()
  const [a, b] = [await open('app'), await open('app')]
  const wallet = await open('wallet')
  const topic = await settle(b, wallet)
  a.tab.freeze()
  await clock.advance(7000)
  expect(b.tab.isLeading()).toBe(true)
  const namespaces = { eip155: { ...testGranted.eip155, accounts: ['eip155:1:0xdef'] } }
  const { acknowledged } = await run(wallet.client.update({ topic, namespaces }))
  await run(acknowledged())
  expect(b.client.session.get(topic).namespaces).toEqual(namespaces)
  a.tab.thaw()
  await clock.advance(1000)
  expect(a.client.session.get(topic).namespaces).toEqual(namespaces)
  const asked = answer(wallet)
  expect(await run(sign(a, topic, 'awake'))).toBe('awake')
  expect(asked).toEqual(['awake'])
})
