import { cancelAttempt } from '../kernel/attempt/cancelAttempt.ts'
import { getAccount } from '../kernel/connections/accounts.ts'
import type { Instance } from '../types/latchkey.ts'
import type { CloseReason, OpenResult } from '../types/openResult.ts'
import { hideToast } from './hideToast.ts'
import { resetRoute } from './routerMoves.ts'
import { getHome } from './showHome.ts'

/**
 * Closes the modal without asking. An embedded one stays and shows what it began with. The router starts anew, toasts
 * leave, a waiting attempt is given up, and everybody who waits for this opening is told.
 */
export function closeModal(instance: Instance, reason: CloseReason): void {
  const { stores } = instance
  const { open, embedded } = stores.modal.get()
  if (!open) return
  const isOver = !embedded || reason === 'destroyed'
  instance.batch(() => {
    cancelAttempt(instance)
    if (isOver) hideToast(instance)
    stores.modal.set((state) => ({
      ...state,
      open: !isOver,
      embedded: !isOver,
      blocked: undefined,
      loading: [],
      namespace: undefined,
      isLeaving: undefined,
    }))
    stores.router.set((state) => resetRoute(state, embedded ? getHome(instance) : { view: 'Connect' }))
    if (isOver) instance.track('MODAL_CLOSE', { connected: getAccount(instance) !== undefined })
  })
  settleOpening(instance, { status: 'closed', reason })
}

/** Tells everybody who waits for this opening how it ended. */
export function settleOpening(instance: Instance, result: OpenResult): void {
  const { waiters } = instance.live
  const waiting = [...waiters]
  waiters.clear()
  for (const resolve of waiting) resolve(result)
}
