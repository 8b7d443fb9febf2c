import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createFakeBrowser } from '@latchkey/testing/createFakeBrowser.ts'
import { createScriptedSiwx } from '@latchkey/testing/createScriptedSiwx.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { connectWalletConnect } from '../../../core/ways/walletConnect/connectWalletConnect.ts'
import type { CreateLatchkeyOptions } from '../../../index.ts'
import { prepareWay } from './prepareWay.ts'

async function setUp({
  isMobile = false,
  options = {},
}: {
  isMobile?: boolean
  options?: Partial<CreateLatchkeyOptions>
} = {}) {
  const phone = await createTestPhone()
  const browser = createFakeBrowser({ isMobile: () => isMobile })
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect, browser })
  const { instance } = createTestLatchkey({
    services,
    loadModal: async () => ({ mountModal: () => () => undefined }),
    options,
  })
  const sockets = () => phone.relay.attempts.length
  return { phone, browser, instance, sockets }
}

test.each([
  ['on a phone', () => ({ isMobile: true })],
  ['where approvals are to be sign-ins', () => ({ options: { siwx: createScriptedSiwx().siwx } })],
])(
  '%s the pointer over the row opens the engine and its socket, and the press makes a pairing over them',
  async (_, make) => {
    const { phone, browser, instance, sockets } = await setUp(make())
    const before = sockets()
    const loaded: string[] = []
    prepareWay(instance, { wallet: undefined, preload: (view) => loaded.push(view) })
    expect(loaded).toEqual(['ConnectingWalletConnect'])
    expect(phone.countOpened()).toBe(0)
    browser.idle()
    await phone.until(() => sockets() === before + 1)
    expect(instance.stores.connection.get().attempt).toBeUndefined()
    connectWalletConnect(instance).catch(() => undefined)
    const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
    expect(phone.countOpened()).toBe(1)
    expect(sockets()).toBe(before + 1)
    await phone.scan(uri)
  },
)

test('where no moment is idle, as on a page whose visitor saves data, the press alone asks the relay', async () => {
  const { phone, instance, sockets } = await setUp({ isMobile: true })
  const before = sockets()
  prepareWay(instance, { wallet: undefined, preload: () => undefined })
  await phone.clock.advance(10_000)
  expect(phone.countOpened()).toBe(0)
  expect(sockets()).toBe(before)
})

test('a code needs no engine, so no relay hears of the pointer', async () => {
  const { phone, browser, instance, sockets } = await setUp()
  const before = sockets()
  const loaded: string[] = []
  prepareWay(instance, { wallet: undefined, preload: (view) => loaded.push(view) })
  browser.idle()
  await phone.clock.advance(10_000)
  expect(loaded).toEqual(['ConnectingWalletConnect'])
  expect(phone.countOpened()).toBe(0)
  expect(sockets()).toBe(before)
})
