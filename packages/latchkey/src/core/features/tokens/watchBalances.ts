import { requestsOf } from '../../kernel/requests/requests.ts'
import type { Instance } from '../../types/latchkey.ts'
import { BALANCE_LIFETIME_MS, isSettling } from './cachedBalances.ts'
import { fetchBalances, getBalanceTarget } from './fetchBalances.ts'
import { tokensOf } from './state.ts'

/** Pause between readings while something that was sent has not been seen to end, in ms. */
const SETTLING_EVERY_MS = 5_000

/**
 * Keeps the `tokens` store fresh: read at once, then every 30 s while the page is visible, and at once when the account
 * or the network changes, when something that was sent from here leaves or lands, and when the page is online again. Returns the way to stop. Several watchers share one reading.
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
    if (mine !== round || owner === undefined) return
    // Counted from the answer, so that the next reading finds the cache just past its life.
    const delayMs = isSettling(instance, owner) ? SETTLING_EVERY_MS : BALANCE_LIFETIME_MS
    cancel = clock.after(delayMs, () => void read())
  }
  const readIfChanged = (): void => {
    if (getBalanceTarget(instance)?.owner !== owner) void read()
  }

  const stops = [
    accounts.watch(readIfChanged),
    networks.watch(readIfChanged),
    requestsOf(instance).watch(({ touched }, before) => {
      const isOurs = touched && owner?.startsWith(`${touched.networkId}:`)
      if (isOurs && touched !== before.touched) void read()
    }),
    browser.watchVisible((visible) => {
      if (visible) void read()
      else cancel()
    }),
    browser.watchOnline((online) => {
      if (!online) return
      // What failed without a network says nothing of those who were asked.
      tokensOf(instance).set((state) => (state.restUntil === 0 ? state : { ...state, restUntil: 0 }))
      void read()
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
