import type { Instance } from '../../../latchkey.ts'
import type { LiveWalletConnect } from './startWalletConnect.ts'

/** Tries to reach the relay again for the session in use. What "Try again" and "I set it" do under the notice of F-10 and F-11. */
export async function retryRelay(instance: Instance): Promise<void> {
  const { stores, live } = instance
  const { relayTrouble } = stores.connection.get()
  stores.connection.set((state) => ({ ...state, relayTrouble: undefined }))
  const wc = await live.walletConnect
  if (wc) await restartRelay(wc, relayTrouble)
}

/** Another try goes another way: the next address after a network that blocks, a new token after a refusal (F-10, F-11). */
export async function restartRelay(wc: LiveWalletConnect, failed: string | undefined): Promise<void> {
  const { relayUrls } = wc.service
  if (failed === 'RELAY_UNREACHABLE') {
    wc.relayAt = (wc.relayAt + 1) % Math.max(1, relayUrls.length)
    await wc.client.restartRelay(relayUrls[wc.relayAt]).catch(() => undefined)
  } else if (failed === 'CLOCK_WRONG' || failed === 'SITE_REFUSED') {
    await wc.client.restartRelay().catch(() => undefined)
  }
}
