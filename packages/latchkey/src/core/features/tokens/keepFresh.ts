import { requestsOf } from '../../kernel/requests/requests.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getBalanceTarget } from './fetchBalances.ts'

/** Pause between readings of what somebody looks at, in ms: a few blocks of most chains. */
export const FRESH_MS = 30_000

/** Pause after something that was sent from here has left or landed, in ms: a gateway reads the next block. */
const SETTLING_MS = 3_000

/**
 * Keeps what belongs to the account on screen fresh while somebody looks at it: read at once, every 30 s while the page is
 * visible, when account or network change, when something that was sent from here leaves or lands, and when the network is back.
 * `read` is told whether something was sent, and never rejects. Returns the way to stop.
 */
export function keepFresh(instance: Instance, read: (hasSent: boolean) => Promise<void>): () => void {
  const { clock, browser } = instance.services
  const { accounts, networks } = instance.stores
  let owner: string | undefined
  let round = 0
  let cancel = (): void => {}

  const readAfter = (delayMs: number, hasSent = false): void => {
    cancel()
    cancel = clock.after(delayMs, () => void readNow(hasSent))
  }
  const readNow = async (hasSent = false): Promise<void> => {
    cancel()
    round += 1
    const mine = round
    owner = getBalanceTarget(instance)?.owner
    if (!browser.isVisible() || owner === undefined) return
    await read(hasSent)
    if (mine === round) readAfter(FRESH_MS)
  }
  const readIfChanged = (): void => {
    if (getBalanceTarget(instance)?.owner !== owner) void readNow()
  }
  const stops = [
    accounts.watch(readIfChanged),
    networks.watch(readIfChanged),
    requestsOf(instance).watch(({ touched }, before) => {
      if (touched && touched !== before.touched && owner?.startsWith(`${touched.networkId}:`)) {
        readAfter(SETTLING_MS, true)
      }
    }),
    browser.watchVisible((visible) => {
      if (visible) void readNow()
      else cancel()
    }),
    browser.watchOnline((online) => {
      if (online) void readNow()
    }),
  ]
  const stop = (): void => {
    round += 1
    cancel()
    for (const end of stops) end()
    instance.signal.removeEventListener('abort', stop)
  }
  instance.signal.addEventListener('abort', stop)
  if (!instance.signal.aborted) void readNow()
  return stop
}
