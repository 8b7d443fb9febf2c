import { runLater } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import { PENDING_RECORD } from './pendingRecord.ts'

/** Told once when the page has loaded: goes on with a pairing that the page before was dropped from while its wallet was open (F-22). */
export function lookForPending(instance: Instance): void {
  const { live, services } = instance
  if (live.said.has(PENDING_RECORD)) return
  live.said.add(PENDING_RECORD)
  if (!services.walletConnect || services.storage.get(PENDING_RECORD) === undefined) return
  runLater(
    instance,
    () => import('./resumePairing.ts'),
    ({ resumePairing }) => {
      // Without the relay the page is as it was before: the visitor connects anew.
      resumePairing(instance).catch(() => undefined)
    },
  )
}
