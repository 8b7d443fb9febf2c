import { type FailureContext, FailureError } from '../../errors/failure.ts'
import type { Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { findConnector } from '../connections/findConnector.ts'
import type { RunningAttempt } from '../live.ts'
import { pause } from './pause.ts'

/** When wallets are asked to announce themselves again, in ms after the choice. Source: F-07. */
export const ASK_AGAIN_AT_MS: readonly number[] = [0, 500, 2_000]
/** When a chosen wallet that never came counts as not there, in ms. Source: F-07. */
export const NOT_SEEN_MS = 3_000
/** When a framed page with no wallet at all counts as out of reach for extensions, in ms. Source: F-53. */
export const FRAMED_MS = 1_000

/** The connector of a chosen wallet that has not announced itself yet. Rejects with `WALLET_NOT_SEEN` or `FRAMED_NO_WALLET`. */
export function waitForConnector(
  instance: Instance,
  attempt: RunningAttempt,
  context: FailureContext,
): Promise<Connector> {
  const { stores, services, adapters } = instance
  const { namespace, connectorId } = context
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (): void => over.abort()
    attempt.ended.signal.addEventListener('abort', end, { once: true })
    const askAgain = (): void => {
      // A new listener makes the adapter ask the page's wallets again.
      if (namespace) adapters[namespace]?.watchConnectors(() => undefined)()
    }
    const stopConnectors = stores.connectors.watch(() => {
      const connector = namespace && connectorId ? findConnector(instance, namespace, connectorId) : undefined
      if (!connector) return
      end()
      resolve(connector)
    })
    const stopVisible = services.browser.watchVisible((visible) => {
      if (visible) askAgain()
    })
    over.signal.addEventListener('abort', () => {
      stopConnectors()
      stopVisible()
    })
    const at = (delayMs: number, run: () => void): void => {
      void pause(instance, delayMs, over.signal).then(() => {
        if (!over.signal.aborted) run()
      })
    }
    for (const delayMs of ASK_AGAIN_AT_MS) at(delayMs, askAgain)
    const refuse = (error: FailureError): void => {
      end()
      reject(error)
    }
    at(FRAMED_MS, () => {
      const isEmpty = Object.values(stores.connectors.get().byNamespace).every((list) => list.length === 0)
      if (!services.browser.isFramed() || !isEmpty) return
      refuse(new FailureError('FRAMED_NO_WALLET', 'Wallet extensions cannot reach this embedded page.', context))
    })
    at(NOT_SEEN_MS, () => refuse(new FailureError('WALLET_NOT_SEEN', 'The wallet is not visible here.', context)))
  })
}
