import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { type Anvil, startAnvil } from '../../packages/testing/src/anvil.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { type ExtensionBrowser, launchExtension } from './launchExtension.ts'

/** A page that keeps what the wallet announces and tells. */
const PAGE = `<!doctype html><title>Page</title><script>
  window.found = []; window.heard = []
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (found.some(({ provider }) => provider === detail.provider)) return
    found.push(detail)
    for (const name of ['accountsChanged', 'chainChanged']) detail.provider.on(name, (value) => heard.push([name, value]))
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  window.ask = (method, params) => found[0].provider.request({ method, params }).catch((error) => ({ code: error.code }))
</script>`

/** A page's view of the wallet. */
type Watched = {
  ask(method: string, params?: unknown): Promise<unknown>
  readonly found: { readonly info: { readonly rdns: string } }[]
  readonly heard: unknown[]
}

test.describe.configure({ mode: 'serial' })
// A headless shell loads no extension; where all is installed, that is a mistake and not a reason.
test.skip(!findBrowser().extensions && !process.env.CI, 'this Chromium loads no extensions')

const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE))
let chains: readonly Anvil[] = []
let wallet: ExtensionBrowser
let page: Page

test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const [chain, second] = await Promise.all([startAnvil(), startAnvil({ chainId: 31_338 })])
  chains = [chain, second]
  wallet = await launchExtension({
    chains: [
      { chainId: 31_337, name: 'Local chain', rpcUrl: chain.url },
      { chainId: 31_338, name: 'Second chain', rpcUrl: second.url },
    ],
  })
  page = await wallet.context.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

test.afterAll(async () => {
  await wallet?.close()
  await Promise.all(chains.map((chain) => chain.stop()))
  server.close()
})

const ask = (method: string, params?: unknown): Promise<unknown> =>
  page.evaluate(([name, list]) => (window as unknown as Watched).ask(name, list), [method, params] as const)
const heard = () => page.evaluate(() => (window as unknown as Watched).heard.splice(0))
/** Waits until the page was told so many things. */
const waitForNews = (count: number) =>
  page.waitForFunction((wanted) => (window as unknown as Watched).heard.length === wanted, count)

let address = '' as `0x${string}`
let other = ''

test('announces itself once, with its rdns', async () => {
  const found = await page.evaluate(() => (window as unknown as Watched).found.map(({ info }) => info.rdns))
  expect(found).toEqual(['dev.latchkey.extension'])
})

test('shares nothing before its owner said yes', async () => {
  expect(await ask('eth_accounts')).toEqual([])
})

test('a no and a closed window are both 4001', async () => {
  const [refused] = await Promise.all([ask('eth_requestAccounts'), wallet.reject()])
  expect(refused).toEqual({ code: 4001 })
  const [dismissed] = await Promise.all([ask('eth_requestAccounts'), wallet.dismiss()])
  expect(dismissed).toEqual({ code: 4001 })
})

test('a yes shares the accounts', async () => {
  const [accounts] = await Promise.all([ask('eth_requestAccounts'), wallet.approve()])
  address = (accounts as `0x${string}`[])[0] ?? '0x'
  other = (accounts as string[])[1] ?? ''
  expect(address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

test('signs a text that another library verifies', async () => {
  const [signature, shown] = await Promise.all([ask('personal_sign', ['0x68656c6c6f', address]), wallet.approve()])
  expect(shown).toBe('hello')
  expect(await verifyMessage({ address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)
})

test('sends a transaction to the chain', async () => {
  const transaction = { from: address, to: '0x00000000000000000000000000000000000000cc', value: '0x64' }
  const [hash] = await Promise.all([ask('eth_sendTransaction', [transaction]), wallet.approve()])
  expect(String(hash)).toMatch(/^0x[0-9a-f]{64}$/)
  await expect.poll(() => ask('eth_getBalance', [transaction.to, 'latest'])).toBe('0x64')
})

test('switches when the page asks and the owner agrees, and by the owner’s own hand', async () => {
  const [done] = await Promise.all([ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }]), wallet.approve()])
  expect(done).toBe(null)
  expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])).toEqual({ code: 4902 })
  await wallet.inSettings(async (settings) => {
    await settings.getByLabel('Chain').selectOption('31337')
    await waitForNews(2)
  })
  expect(await heard()).toEqual([
    ['chainChanged', '0x7a6a'],
    ['chainChanged', '0x7a69'],
  ])
})

test('tells of another account, of a lock and of the end of a lock', async () => {
  await wallet.inSettings(async (settings) => {
    await settings.getByLabel('Account').selectOption(other)
    await settings.getByRole('button', { name: 'Lock', exact: true }).click()
    await settings.getByRole('button', { name: 'Unlock' }).click()
    await waitForNews(3)
  })
  expect(await heard()).toEqual([
    ['accountsChanged', [other, address]],
    ['accountsChanged', []],
    ['accountsChanged', [other, address]],
  ])
})

test('keeps permission, account and chain across a reload, without a window', async () => {
  await page.reload()
  expect(await ask('eth_accounts')).toEqual([other, address])
  expect(wallet.countQuestions()).toBe(0)
})

test('falls silent and speaks again', async () => {
  await wallet.inSettings((settings) => settings.getByLabel('Fall silent').check())
  const silent = ask('eth_chainId').catch(() => 'page closed')
  await wallet.inSettings((settings) => settings.getByLabel('Fall silent').uncheck())
  expect(await ask('eth_chainId')).toBe('0x7a69')
  expect(await Promise.race([silent, Promise.resolve('no answer')])).toBe('no answer')
})

test('forgets the site', async () => {
  await wallet.inSettings(async (settings) => {
    await settings.getByRole('button', { name: 'Forget all sites' }).click()
    await waitForNews(1)
  })
  expect(await heard()).toEqual([['accountsChanged', []]])
  expect(await ask('eth_accounts')).toEqual([])
})
