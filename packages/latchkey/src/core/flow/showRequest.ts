import { requestsOf } from '../kernel/requests/requests.ts'
import type { Instance } from '../types/latchkey.ts'
import { closeModal } from './closeModal.ts'
import { openModal } from './openModal.ts'
import { getRoute } from './router.ts'

/**
 * Opens the modal where a request that waits in a wallet elsewhere gets something to say while the modal is closed (F-17, F-23): a
 * page that asks for a signature has nothing of ours on it otherwise. Once the request has its answer, that opening is over too,
 * unless the visitor has gone on to something else in it.
 */
export function showRequest(instance: Instance): void {
  const { stores, signal } = instance
  let isOurs = false
  const isAtAccount = (): boolean => getRoute(stores.router.get()).view === 'Account'
  const stops = [
    requestsOf(instance).watch(({ open: request }, { open: before }) => {
      if (request?.hint !== undefined && request.hint !== before?.hint && !stores.modal.get().open) {
        void openModal(instance, { view: 'Account' })
        isOurs = true
      } else if (request === undefined && before !== undefined && isOurs && isAtAccount()) {
        closeModal(instance, 'host')
      }
    }),
    stores.router.watch(() => {
      if (!isAtAccount()) isOurs = false
    }),
    stores.modal.watch(({ open }) => {
      if (!open) isOurs = false
    }),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
}
