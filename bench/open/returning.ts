/** How long a returning visitor waits, beside what the wallet itself takes. */
import type { Page } from 'playwright'
import { addLastingWallet } from '../../scripts/size/addLastingWallet.ts'
import { untilQuiet } from './setUp.ts'

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
  await addLastingWallet(page.context(), 'http://127.0.0.1:9')
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
