import { createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { sessionAdapters } from './sessionAdapters.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER = '0x52908400098527886e0f7030069857d2e4169ee7'
const ETH = `eip155:1:${LOWER}`

async function setUp(options: Partial<CreateLatchkeyOptions> = {}) {
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const made = createTestLatchkey({ services, options })
  const getAttempt = () => made.instance.stores.connection.get().attempt
  return { ...made, phone, getAttempt, getUri: () => phone.until(() => getAttempt()?.pairing?.uri) }
}
const namespacesOf = (...accounts: string[]) => ({
  eip155: { accounts, methods: ['personal_sign'], events: [] },
})

test.each([0, 1, 2, 3, 5, 8, 13, 21, 34, 55])(
  'a modal that closes %i ms after the yes leaves both sides with a session, or both without',
  async (delayMs) => {
    const { instance, phone, latchkey, getUri } = await setUp()
    void openModal(instance, { view: 'ConnectingWalletConnect', data: {} })
    connectWalletConnect(instance).catch(() => undefined)
    const { id } = await phone.scan(await getUri())
    void phone.client.approve({ id, namespaces: namespacesOf(ETH) }).catch(() => undefined)
    await phone.clock.advance(delayMs)
    closeModal(instance, 'closeButton')
    await phone.clock.advance(400_000)
    const wc = await instance.live.walletConnect
    // What serves a session is loaded when the first one comes, which the moved clock knows nothing of.
    await phone.until(() => {
      const expected = latchkey.getState().status === 'connected' ? 1 : 0
      return wc?.client.session.length === expected && phone.client.session.length === expected
    })
  },
)

test('a second yes to an earlier code, while the site signs the visitor in, changes nothing and is let go', async () => {
  let finish = (): void => undefined
  const run = () => new Promise<void>((resolve) => (finish = resolve))
  const { instance, phone, latchkey, getUri, getAttempt } = await setUp({
    afterConnect: [{ name: 'sign-in', required: true, run }],
  })
  const asked = connectWalletConnect(instance)
  const first = await getUri()
  const early = await phone.scan(first)
  await phone.clock.advance(230_000)
  const second = await phone.until(() => getAttempt()?.pairing?.uri !== first && getAttempt()?.pairing?.uri)
  const late = await phone.scan(second)
  void phone.client.approve({ id: late.id, namespaces: namespacesOf(ETH) })
  await phone.until(() => latchkey.getState().status === 'connected')
  void phone.client.approve({ id: early.id, namespaces: namespacesOf(`eip155:1:${OTHER}`) }).catch(() => undefined)
  await phone.clock.advance(5_000)
  expect(latchkey.getState().address?.toLowerCase()).toBe(LOWER)
  finish()
  await asked
  const wc = await instance.live.walletConnect
  expect(wc?.client.session.keys).toEqual([wc?.session?.topic])
})

test('neither the end of a code nor the relay fails a connection whose wallet has said yes already', async () => {
  let finish = (): void => undefined
  const run = () => new Promise<void>((resolve) => (finish = resolve))
  const { instance, phone, latchkey, getUri, getAttempt, failures } = await setUp({
    afterConnect: [{ name: 'sign-in', required: true, run }],
  })
  const asked = connectWalletConnect(instance)
  await phone.approve(await getUri(), ETH)
  await phone.until(() => latchkey.getState().status === 'connected')
  const proposed = phone.relay.countCalls('wc_proposeSession')
  const heal = phone.relay.refuse(1006)
  phone.relay.cut()
  await phone.clock.advance(400_000)
  expect(getAttempt()).toMatchObject({ phase: 'waiting' })
  heal()
  await phone.clock.advance(60_000)
  finish()
  await expect(asked).resolves.toMatchObject({ networkId: 'eip155:1' })
  expect(failures.filter(({ final }) => final)).toEqual([])
  expect(phone.relay.countCalls('wc_proposeSession')).toBe(proposed)
})

test('a second wallet that shares no account leaves the first one connected', async () => {
  const { instance, latchkey, phone, session } = await connectPhone([ETH])
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  const { id } = await phone.scan(await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri))
  const namespaces = { cosmos: { accounts: ['cosmos:hub:cosmos1fox'], methods: [], events: [] } }
  void phone.client.approve({ id, namespaces }).catch(() => undefined)
  await phone.until(() => instance.stores.connection.get().attempt?.phase === 'failed')
  await expect(asked).rejects.toMatchObject({ code: 'ACCOUNT_NOT_SHARED' })
  const signing = latchkey.signMessage('x')
  const request = await phone.until(() => phone.requests[0])
  expect(request.topic).toBe(session.topic)
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
})

test('an abort at any moment on the way to a code leaves no attempt, and no pairing', async () => {
  // Before the engine is asked for, and while it comes.
  for (const delayMs of [0, 1, 2, 50, ...Array.from({ length: 12 }, (_, index) => 98 + index)]) {
    const { instance, phone, getAttempt } = await setUp()
    const abort = new AbortController()
    const asked = connectWalletConnect(instance, { signal: abort.signal })
    asked.catch(() => undefined)
    await phone.clock.advance(delayMs)
    abort.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
    await phone.clock.advance(5_000)
    expect(getAttempt()).toBeUndefined()
    const wc = await instance.live.walletConnect
    expect(wc?.client.pairing.length ?? 0).toBe(0)
  }
})

test('a dozen rounds of connecting, signing and leaving leave no session, timer or adapter behind', async () => {
  const { instance, latchkey, phone, getUri } = await setUp({ networks: [testNetwork(1)] })
  const round = async (): Promise<void> => {
    const asked = connectWalletConnect(instance)
    await phone.approve(await getUri(), ETH)
    await phone.until(() => latchkey.getState().status === 'connected')
    await asked
    const signing = latchkey.signMessage('x')
    const seen = phone.requests.length
    await phone.until(() => phone.requests.length > seen)
    await phone.answer(SIGNATURE)
    await signing
    const leaving = latchkey.disconnect()
    await phone.until(() => latchkey.getState().status === 'disconnected')
    await leaving
    await phone.until(() => phone.client.session.length === 0)
  }
  await round()
  await phone.clock.advance(400_000)
  const timers = phone.clock.countTimers()
  for (let turn = 0; turn < 12; turn += 1) await round()
  await phone.clock.advance(400_000)
  const wc = await instance.live.walletConnect
  expect(phone.clock.countTimers()).toBeLessThanOrEqual(timers)
  expect(wc?.session).toBeUndefined()
  expect(wc?.client.session.length).toBe(0)
  expect(sessionAdapters(instance)).toEqual({})
  expect(instance.live.watches.size).toBe(0)
}, 60_000)
