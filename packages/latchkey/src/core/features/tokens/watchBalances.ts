import type { Instance } from '../../latchkey.ts'
import { BALANCE_LIFETIME_MS } from './cachedBalances.ts'
import { fetchBalances, getBalanceTarget } from './fetchBalances.ts'

/**
 * Keeps the `tokens` store fresh: read at once, then every 30 s while the page is visible, and at once when the account
 * or the network changes. Returns the way to stop. Several watchers share one reading.
 */
export function watchBalances(instance: Instance): () => void {
  const { clock, browser } = instance.services
  const { accounts, networks } = instance.stores
  let owner: string | undefined
  let round = 0
  let cancel = (): void => {}

  const read = async (): Promise<void> => {
    cancel()
    round += 1
    const mine = round
    owner = getBalanceTarget(instance)?.owner
    if (!browser.isVisible()) return
    await fetchBalances(instance)
    // Counted from the answer, so that the next reading finds the cache just past its life.
    if (mine === round && owner !== undefined) cancel = clock.after(BALANCE_LIFETIME_MS, read)
  }
  const readIfChanged = (): void => {
    if (getBalanceTarget(instance)?.owner !== owner) void read()
  }

  const stops = [
    accounts.watch(readIfChanged),
    networks.watch(readIfChanged),
    browser.watchVisible((visible) => {
      if (visible) void read()
      else cancel()
    }),
  ]
  const stop = (): void => {
    round += 1
    cancel()
    for (const end of stops) end()
    instance.signal.removeEventListener('abort', stop)
  }
  instance.signal.addEventListener('abort', stop)
  if (!instance.signal.aborted) void read()
  return stop
}
