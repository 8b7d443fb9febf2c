import { afterEach, expect, it, vi } from 'vitest'
import { hydrate } from 'wagmi-core-3'
import { switchConnection } from '../../packages/latchkey/src/actions/switchConnection.ts'
import { wagmi } from '../../packages/latchkey/src/adapters/wagmi/index.ts'
import type { Latchkey } from '../../packages/latchkey/src/core/types/latchkey.ts'
import { connectPhone } from '../../packages/testing/src/connectPhone.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey, type TestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'
import { createTexts, openPage, type Page } from './wagmiPage.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const made: TestLatchkey[] = []

afterEach(() => {
  // Whatever the site's hooks or ours did: nobody heard a part of it.
  expect(made.splice(0).flatMap(({ heard }) => heard.mistakes)).toEqual([])
  delete (globalThis as { window?: unknown }).window
})

/** An instance over the page's wagmi, as a site has it. */
const createHere = (page: Page, disk = page.services.disk) => {
  const services = createFakeServices({ walletWindow: page.walletWindow, disk })
  const adapter = wagmi({ config: page.config, actions: async () => page.core })
  const here = createTestLatchkey({ services, options: { adapters: [adapter] } })
  made.push(here)
  return here
}

const isReady = (latchkey: Latchkey) => vi.waitFor(() => expect(latchkey.getState().ready).toBe(true))
const look = ({ core, config }: Page) => {
  const { address, status, connector } = core.getConnection(config)
  return { address, status, connectorId: connector?.id }
}

it('shows whom the site connected by its own hooks, and lets either side end it', async () => {
  const page = openPage()
  const { latchkey, events } = createHere(page)
  await isReady(latchkey)
  const [connector] = page.config.connectors
  if (!connector) throw new Error('wagmi lists no wallet')
  await page.core.connect(page.config, { connector })
  await vi.waitFor(() => expect(latchkey.getState()).toMatchObject({ status: 'connected', connectorId: 'dev.drill' }))
  expect(latchkey.getState().address).toBe(page.wallets[0]?.getAddress())
  expect(events.filter(({ name }) => name === 'CONNECT_SUCCESS')).toHaveLength(1)
  await page.core.disconnect(page.config)
  await vi.waitFor(() => expect(latchkey.getState().status).toBe('disconnected'))

  await page.core.connect(page.config, { connector })
  await vi.waitFor(() => expect(latchkey.getState().status).toBe('connected'))
  await latchkey.disconnect()
  expect(look(page).status).toBe('disconnected')
})

it('shows the site’s hooks whom Latchkey connected, once and without a second adoption', async () => {
  const page = openPage()
  const { latchkey, events, instance } = createHere(page)
  await isReady(latchkey)
  await latchkey.connect({ connectorId: 'dev.drill' })
  expect(look(page)).toEqual({
    address: page.wallets[0]?.getAddress(),
    status: 'connected',
    connectorId: 'dev.drill',
  })
  await latchkey.switchNetwork('eip155:10')
  expect(page.core.getConnection(page.config).chainId).toBe(10)
  expect(events.filter(({ name }) => name === 'CONNECT_SUCCESS')).toHaveLength(1)
  latchkey.destroy()
  expect(instance.signal.aborted).toBe(true)
})

it('follows the wallet that the site chooses among several, and lets it follow ours', async () => {
  const page = openPage('3', { wallets: ['dev.one', 'dev.two'] })
  const { latchkey } = createHere(page)
  await isReady(latchkey)
  await latchkey.connect({ connectorId: 'dev.one' })
  await latchkey.connect({ connectorId: 'dev.two' })
  expect(latchkey.getState().connectorId).toBe('dev.two')
  const one = page.config.connectors.find(({ id }) => id === 'dev.one')
  if (!one) throw new Error('wagmi lost a wallet')
  await page.core.switchConnection(page.config, { connector: one })
  await vi.waitFor(() => expect(latchkey.getState().connectorId).toBe('dev.one'))
  await latchkey.disconnect({ namespace: 'eip155' })
  await vi.waitFor(() => expect(latchkey.getState().connectorId).toBe('dev.two'))
  await vi.waitFor(() => expect(look(page).connectorId).toBe('dev.two'))
})

it('shows the site’s hooks the account that was chosen here, also after a page load and while wagmi moves', async () => {
  const texts = createTexts()
  const page = openPage('3', { texts })
  const other = page.wallets[0]?.addAccount() ?? ''
  const before = createHere(page)
  await isReady(before.latchkey)
  await before.latchkey.connect({ connectorId: 'dev.drill' })
  expect(before.latchkey.getState().address).not.toBe(other)
  await switchConnection(before.latchkey, { namespace: 'eip155', connectorId: 'dev.drill', address: other })
  await vi.waitFor(() => expect(look(page).address).toBe(other))
  await page.core.switchChain(page.config, { chainId: 10 })
  await vi.waitFor(() => expect(before.latchkey.getState()).toMatchObject({ networkId: 'eip155:10', address: other }))
  before.latchkey.destroy()

  const later = openPage('3', { texts, wallets: [], known: page.wallets })
  const { latchkey } = createHere(later, page.services.disk)
  await isReady(latchkey)
  await vi.waitFor(() => expect(look(later)).toMatchObject({ status: 'connected', address: other }))
  await later.core.switchChain(later.config, { chainId: 1 })
  await vi.waitFor(() => expect(latchkey.getState()).toMatchObject({ networkId: 'eip155:1', address: other }))
})

it.each([
  ['the site restores', true],
  ['nobody else restores', false],
])('F-54: restores after a page load where %s, in step and without a prompt', async (_, isMounted) => {
  const texts = createTexts()
  const page = openPage('3', { texts })
  const before = createHere(page)
  await isReady(before.latchkey)
  await before.latchkey.connect({ connectorId: 'dev.drill' })
  const { address } = before.latchkey.getState()
  before.latchkey.destroy()

  const again = openPage('3', { texts, wallets: [], known: page.wallets })
  const { latchkey, failures } = createHere(again, page.services.disk)
  if (isMounted) void hydrate(again.config, { reconnectOnMount: true }).onMount()
  await isReady(latchkey)
  expect(latchkey.getState()).toMatchObject({ status: 'connected', address })
  await vi.waitFor(() => expect(look(again)).toEqual({ address, status: 'connected', connectorId: 'dev.drill' }))
  expect(failures).toEqual([])
  expect(page.wallets[0]?.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  expect(latchkey.getState().connectorId).toBe('dev.drill')
})

it('a wallet on a phone stands in wagmi: hooks see it, ask it, and leave it', async () => {
  const page = openPage('3', { wallets: [] })
  const adapter = wagmi({ config: page.config, actions: async () => page.core })
  const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const { latchkey, phone } = await connectPhone([`eip155:1:${account.toLowerCase()}`], {
    options: { adapters: [adapter] },
  })
  await phone.until(() => page.config.state.current ?? undefined)
  expect(look(page)).toEqual({ address: account, status: 'connected', connectorId: 'walletConnect' })
  const signing = page.core.signMessage(page.config, { message: 'Grüße' })
  const request = await phone.until(() => phone.requests[0])
  expect(request).toMatchObject({ method: 'personal_sign', chainId: 'eip155:1' })
  await phone.answer(SIGNATURE)
  expect(await signing).toBe(SIGNATURE)
  await page.core.disconnect(page.config)
  await phone.until(() => latchkey.getState().status === 'disconnected' || undefined)
  expect(look(page).status).toBe('disconnected')
  expect(page.config.connectors).toEqual([])
})

it('F-16: a session that the phone ends is gone from wagmi too', async () => {
  const page = openPage('3', { wallets: [] })
  const adapter = wagmi({ config: page.config, actions: async () => page.core })
  const { latchkey, phone } = await connectPhone(['eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'], {
    options: { adapters: [adapter] },
  })
  await phone.until(() => page.config.state.current ?? undefined)
  await phone.drop()
  await phone.until(() => latchkey.getState().status === 'disconnected' || undefined)
  expect(look(page).status).toBe('disconnected')
})

it('F-54: a session of an earlier page load keeps its place, so that hooks never show the visitor as gone', async () => {
  const texts = createTexts()
  const page = openPage('3', { wallets: [], texts })
  const adapter = wagmi({ config: page.config, actions: async () => page.core })
  const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const before = await connectPhone([`eip155:1:${account.toLowerCase()}`], { options: { adapters: [adapter] } })
  const { phone } = before
  await phone.until(() => page.config.state.current ?? undefined)
  before.latchkey.destroy()

  const again = openPage('3', { wallets: [], texts })
  const { clock, walletConnect } = phone
  const services = createFakeServices({
    clock,
    walletConnect,
    disk: before.services.disk,
    walletWindow: again.walletWindow,
  })
  const options = { adapters: [wagmi({ config: again.config, actions: async () => again.core })] }
  const seen: string[] = []
  again.config.subscribe(
    ({ status }) => status,
    (status) => seen.push(status),
  )
  const { latchkey } = createTestLatchkey({ services, options })
  void hydrate(again.config, { reconnectOnMount: true }).onMount()
  await phone.until(() => (again.config.state.status === 'connected' && latchkey.getState().ready) || undefined)
  expect(look(again)).toEqual({ address: account, status: 'connected', connectorId: 'walletConnect' })
  expect(latchkey.getState()).toMatchObject({ status: 'connected', address: account })
  expect(seen).not.toContain('disconnected')
  expect(again.config.connectors).toHaveLength(1)
})

it('F-54: wagmi waits 4 s for a session that does not come, and no longer', async () => {
  const page = openPage('3', { wallets: [] })
  const services = createFakeServices({
    walletWindow: page.walletWindow,
    walletConnect: () => Promise.reject(new Error('no engine')),
  })
  services.storage.set(
    'eip155/connector',
    JSON.stringify({ v: 1, value: { connectorId: 'walletConnect', networkId: 'eip155:1' } }),
  )
  createTestLatchkey({
    services,
    options: { adapters: [wagmi({ config: page.config, actions: async () => page.core })] },
  })
  const [connector] = page.config.connectors
  const isAuthorized = connector?.isAuthorized()
  await services.clock.advance(4_000)
  expect(await isAuthorized).toBe(false)
  expect(page.config.connectors).toEqual([])
})
