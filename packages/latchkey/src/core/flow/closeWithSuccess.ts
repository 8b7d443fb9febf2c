import { getAsked } from '../kernel/requests/asked.ts'
import type { Instance } from '../types/latchkey.ts'
import type { ViewName } from '../types/views.ts'
import { closeModal } from './closeModal.ts'
import { getRoute } from './router.ts'
import { isViewOfWay } from './viewOfWay.ts'

/** How long a success stands on screen before the modal closes, in ms: long enough to be seen, too short to be waited for. */
export const SUCCESS_MS = 600

/** Views that show the tick, beside those of the ways. */
const SHOWN: readonly ViewName[] = ['ConnectingExternal', 'ConnectingWalletConnectBasic']

/**
 * Closes the modal after a connection, `SUCCESS_MS` later where a view says that it worked, else at once. Returns at once, and
 * nobody waits for it: who waited for the connection has been told, and the page can be used (`ModalState.isLeaving`). It ends
 * early when the visitor closes, when anything else comes on screen, which then stays, and when a wallet is asked for something.
 */
export function closeWithSuccess(instance: Instance): void {
  const { stores, live, services } = instance
  const { view, key } = getRoute(stores.router.get())
  if (!live.isInSight?.() || !(SHOWN.includes(view) || isViewOfWay(instance, view))) {
    closeModal(instance, 'connected')
    return
  }
  const setLeaving = (isLeaving: true | undefined): void => stores.modal.set((state) => ({ ...state, isLeaving }))
  const asked = getAsked(instance)
  let open = asked.get().length
  let isDue = false
  const look = (): void => {
    const isLeft = !stores.modal.get().open || getRoute(stores.router.get()).key !== key
    const isAsking = asked.get().length > open
    open = asked.get().length
    // Closing would give up a wallet that the site has begun to connect meanwhile.
    const isConnecting = stores.connection.get().attempt?.phase === 'waiting'
    if (!isLeft && (isConnecting || !(isDue || isAsking))) return
    for (const stop of stops) stop()
    if (!isLeft) closeModal(instance, 'connected')
    else if (stores.modal.get().open) setLeaving(undefined)
  }
  const stops = [
    stores.modal.watch(look),
    stores.router.watch(look),
    stores.connection.watch(look),
    asked.watch(look),
    services.clock.after(SUCCESS_MS, () => {
      isDue = true
      look()
    }),
  ]
  setLeaving(true)
}
