import { createFakeServices, createTestLatchkey, type FakeServices } from '@latchkey/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { waitForTransaction } from '../../../actions/waitForTransaction.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { LOOK_EVERY_MS } from '../../../evm/traceTransaction.ts'
import { createScriptedWallet } from '../../../testing/index.ts'
import { requestsOf } from '../../kernel/requests/requests.ts'
import { fetchBalances } from './fetchBalances.ts'
import { tokensOf } from './state.ts'
import { watchBalances } from './watchBalances.ts'

const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ETHER = 10n ** 18n
const BEFORE = 10_000n * ETHER

let chain: Anvil
beforeAll(async () => {
  // A block only when a test wants one.
  chain = await startAnvil({ blockTimeSeconds: 3_600 })
})
afterAll(() => chain.stop())

async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(chain.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return ((await response.json()) as { result: unknown }).result
}

/** A page of the site, the visitor's wallet on the dev chain connected. */
async function load(privateKey: `0x${string}`, base: FakeServices = createFakeServices()) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow, fetch, disk: base.disk, clock: base.clock }), fetch }
  const network = {
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  }
  const made = createTestLatchkey({ services, options: { adapters: [universal()], networks: [network] } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey,
    rpcUrl: chain.url,
    chainId: chain.chainId,
  })
  wallet.announce(walletWindow)
  await ask('anvil_setBalance', wallet.getAddress(), `0x${BEFORE.toString(16)}`)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  const read = (): bigint | undefined => tokensOf(made.instance).get().native?.value
  return { ...made, services, read, address: wallet.getAddress() }
}

test('the new balance is there with the receipt', async () => {
  const { latchkey, instance, services, read } = await load(`0x${'11'.repeat(32)}`)
  watchBalances(instance)
  await vi.waitFor(() => expect(read()).toBe(BEFORE))
  const hash = await latchkey.sendTransaction({ to: BOB, value: 3n * ETHER })
  const landed = waitForTransaction(latchkey, hash)
  await ask('evm_mine')
  await vi.waitFor(async () => {
    await services.clock.advance(LOOK_EVERY_MS)
    expect(requestsOf(instance).get().touched?.count).toBe(2)
  })
  await expect(landed).resolves.toMatchObject({ hash, status: 'success' })
  // No further time goes by.
  await vi.waitFor(() => expect(read()).toBeLessThanOrEqual(BEFORE - 3n * ETHER))
  latchkey.destroy()
})

test('an account that is opened at once after sending does not show what was kept before, on the next page either', async () => {
  const { latchkey, instance, services, read } = await load(`0x${'22'.repeat(32)}`)
  await fetchBalances(instance)
  expect(read()).toBe(BEFORE)
  await latchkey.sendTransaction({ to: BOB, value: ETHER })
  await fetchBalances(instance)
  await ask('evm_mine')
  await fetchBalances(instance)
  expect(read()).toBeLessThanOrEqual(BEFORE - ETHER)
  latchkey.destroy()

  const next = await load(`0x${'22'.repeat(32)}`, services)
  await ask('anvil_setBalance', next.address, '0x7')
  await fetchBalances(next.instance)
  expect(next.read()).toBe(7n)
  next.latchkey.destroy()
})

test('what was sent on another network drops nothing here', async () => {
  const { instance, services, read, latchkey, address } = await load(`0x${'33'.repeat(32)}`)
  await fetchBalances(instance)
  const { touchBalances } = await import('../../kernel/requests/touchBalances.ts')
  touchBalances(instance, 'eip155:10')
  await ask('anvil_setBalance', address, '0x7')
  await fetchBalances(instance)
  expect(read()).toBe(BEFORE)
  // The end of a transaction whose page was closed is nobody's any more after a while.
  touchBalances(instance, `eip155:${chain.chainId}`, { isOnItsWay: true })
  await services.clock.advance(30_001)
  await fetchBalances(instance)
  expect(read()).toBe(7n)
  await ask('anvil_setBalance', address, '0x8')
  await fetchBalances(instance)
  expect(read()).toBe(7n)
  latchkey.destroy()
})
