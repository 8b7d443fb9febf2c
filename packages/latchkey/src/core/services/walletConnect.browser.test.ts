import { testNetwork } from '@latchkey/testing/createTestLatchkey.ts'
import { expect, test } from 'vitest'
import { resolveOptions } from '../roof/resolveOptions.ts'
import { createServices } from './createServices.ts'

const page = { title: () => 'Hollowpine', origin: () => window.location.origin }

test('the client of an instance keeps its records in a database of that name, and is there without a network', async () => {
  const id = `wc-${crypto.randomUUID().slice(0, 8)}`
  const options = resolveOptions({ id, networks: [testNetwork(1)], relayUrl: 'ws://127.0.0.1:9' }, page)
  const services = createServices(options)
  const service = await services.walletConnect?.(services.storage)
  expect(service?.relayUrls).toEqual(['ws://127.0.0.1:9'])
  expect(service?.client.session.length).toBe(0)
  expect(service?.client.isPersistent()).toBe(true)
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain(`latchkey-${id}`)
  await service?.client.close()
  services.storage.close()
})

test('a wallet hears the name, description and pictures of the site, whose addresses it can open', async () => {
  const id = `wc-${crypto.randomUUID().slice(0, 8)}`
  const metadata = {
    name: 'Hollowpine',
    description: 'Candles from the hills.',
    url: 'https://hollowpine.test',
    icons: ['/icon.png', 'https://hollowpine.test/large.png'],
  }
  const options = resolveOptions({ id, networks: [testNetwork(1)], relayUrl: 'ws://127.0.0.1:9', metadata }, page)
  const services = createServices(options)
  const service = await services.walletConnect?.(services.storage)
  expect(service?.client.metadata).toMatchObject({
    ...metadata,
    icons: [`${window.location.origin}/icon.png`, 'https://hollowpine.test/large.png'],
  })
  await service?.client.close()
  services.storage.close()
})

test('F-56: a browser that denies its database still connects, and says that it will not remember', async () => {
  const denied = Object.getOwnPropertyDescriptor(window, 'indexedDB')
  Object.defineProperty(window, 'indexedDB', { configurable: true, value: undefined })
  try {
    const id = `wc-${crypto.randomUUID().slice(0, 8)}`
    const services = createServices(
      resolveOptions({ id, networks: [testNetwork(1)], relayUrl: 'ws://127.0.0.1:9' }, page),
    )
    const service = await services.walletConnect?.(services.storage)
    expect(service?.client.isPersistent()).toBe(false)
    await service?.client.close()
    services.storage.close()
  } finally {
    if (denied) Object.defineProperty(window, 'indexedDB', denied)
    else Reflect.deleteProperty(window, 'indexedDB')
  }
})

test('a site without a relay has no such service', () => {
  expect(createServices(resolveOptions({ networks: [testNetwork(1)] }, page)).walletConnect).toBeNull()
})
