import type { Instance } from '../../types/latchkey.ts'
import type { LiveWalletConnect } from './liveWalletConnect.ts'
import { relayOf } from './relay.ts'

/** Tries to reach the relay again for the session in use. What "Try again" and "I set it" do under the notice of F-10 and F-11. */
export async function retryRelay(instance: Instance): Promise<void> {
  const { trouble } = relayOf(instance).get()
  relayOf(instance).set(() => ({}))
  const wc = await instance.live.walletConnect
  if (wc) await restartRelay(wc, trouble)
}

/** What "Check again" does while no wallet has answered: what may be missing is the connection to the relay. */
export async function checkRelay({ live }: Instance): Promise<void> {
  // The attempt tells of an engine that could not be loaded.
  const wc = await live.walletConnect?.catch(() => undefined)
  // A relay that stays away is told by its own events.
  await wc?.client.restartRelay().catch(() => undefined)
}

/** Another try goes another way: the next address after a network that blocks, a new token after a refusal (F-10, F-11). */
export async function restartRelay(wc: LiveWalletConnect, failed: string | undefined): Promise<void> {
  const { relayUrls } = wc.service
  if (failed === 'RELAY_UNREACHABLE') {
    wc.relayAt = (wc.relayAt + 1) % Math.max(1, relayUrls.length)
    // One that stays away is told by its own events.
    await wc.client.restartRelay(relayUrls[wc.relayAt]).catch(() => undefined)
  } else if (failed === 'CLOCK_WRONG' || failed === 'SITE_REFUSED') {
    await wc.client.restartRelay().catch(() => undefined)
  }
}
