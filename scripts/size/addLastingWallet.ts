import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright'

declare global {
  interface Window {
    LatchkeyTesting: typeof import('latchkey/testing')
  }
}

/** Puts a scripted wallet named Tide into the pages of a context, and onto their window as `wallet`. What a page was allowed lasts beyond a reload. */
export async function addLastingWallet(context: BrowserContext, rpcUrl: string): Promise<void> {
  await context.addInitScript({ path: fileURLToPath(import.meta.resolve('latchkey/testing/script')) })
  await context.addInitScript((url) => {
    const wallet = window.LatchkeyTesting.createScriptedWallet({
      name: 'Tide',
      rdns: 'test.tide',
      chainId: 1,
      rpcUrl: url,
      privateKey: `0x${'11'.repeat(32)}`,
      // Methods, because a function that is given a name by the loader of these programs would ask for a helper of it in the page.
      storage: {
        get() {
          return localStorage.getItem('tide')
        },
        set(value) {
          localStorage.setItem('tide', value)
        },
      },
    })
    wallet.announce(window)
    Reflect.set(window, 'wallet', wallet)
  }, rpcUrl)
}
