/** How long a returning visitor waits, beside what the wallet itself takes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import type { ScriptedWalletOptions } from '../../packages/latchkey/src/testing/index.ts'
import { untilQuiet } from './setUp.ts'

declare global {
  interface Window {
    LatchkeyTesting: typeof import('../../packages/latchkey/src/testing/index.ts')
  }
}

const WALLETS = readFileSync(createRequire(import.meta.url).resolve('latchkey/testing/script'), 'utf8')
const TIDE: Omit<ScriptedWalletOptions, 'storage'> = {
  name: 'Tide',
  rdns: 'test.tide',
  chainId: 1,
  rpcUrl: 'http://127.0.0.1:9',
  privateKey: `0x${'11'.repeat(32)}`,
}

/** ms from a page's load. */
export type Returning = {
  /** In a site without Latchkey, until the wallet has answered its first `eth_accounts`, asked once React has drawn. */
  readonly accounts: number
  /** In the quickstart, until the site says who is connected. */
  readonly connected: number
}

export async function measureReturning(
  page: Page,
  { url, floor }: { readonly url: string; readonly floor: string },
): Promise<Returning> {
  await page.addInitScript(WALLETS)
  await page.addInitScript((options) => {
    const storage = {
      get: () => localStorage.getItem('tide'),
      set: (value: string) => localStorage.setItem('tide', value),
    }
    const wallet = window.LatchkeyTesting.createScriptedWallet({ ...options, storage })
    wallet.announce(window)
    Reflect.set(window, 'wallet', wallet)
  }, TIDE)
  await page.addInitScript(watchPage)
  await page.goto(url)
  await untilQuiet(page)
  await page.locator('latchkey-button').click()
  await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Tide' }).click()
  await page.getByText(/^Hello 0x/).waitFor()
  await untilQuiet(page)
  await page.reload()
  const connected = await page.evaluate(() => Reflect.get(window, 'connectedAt') as Promise<number>)
  await page.goto(floor)
  await untilQuiet(page)
  // The second load finds the page in the browser's cache, as the reload above does.
  await page.reload()
  const accounts = await page.evaluate(() => Reflect.get(window, 'accountsAt') as Promise<number>)
  return { accounts, connected }
}

/** In the page: notes when the site says who is connected, and when a wallet that is asked as soon as there is a page has answered. */
function watchPage(): void {
  const waitFor = (text: RegExp): Promise<void> =>
    new Promise((done) => {
      const observer = new MutationObserver(() => {
        if (!text.test(document.querySelector('main')?.textContent ?? '')) return
        observer.disconnect()
        done()
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    })
  Reflect.set(
    window,
    'connectedAt',
    waitFor(/Hello 0x/).then(() => performance.now()),
  )
  Reflect.set(
    window,
    'accountsAt',
    waitFor(/Nobody/).then(async () => {
      const { provider } = Reflect.get(window, 'wallet') as ReturnType<
        typeof window.LatchkeyTesting.createScriptedWallet
      >
      await provider.request({ method: 'eth_accounts' })
      return performance.now()
    }),
  )
}
