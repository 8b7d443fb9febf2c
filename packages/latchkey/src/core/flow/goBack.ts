import { getAccount } from '../kernel/connections/accounts.ts'
import type { Instance } from '../types/latchkey.ts'
import { closeModal } from './closeModal.ts'
import { getRoute } from './router.ts'
import { cutRoutes, replaceRoute } from './routerMoves.ts'
import { settleLoading } from './settleLoading.ts'

/**
 * Goes one view back. The first view and UnsupportedChain close the modal instead; Connect below a connected account
 * becomes Account.
 */
export function goBack(instance: Instance): void {
  const { router, modal } = instance.stores
  const state = router.get()
  if (state.history.length === 1 || getRoute(state).view === 'UnsupportedChain') {
    closeModal(instance, 'back')
    return
  }
  instance.batch(() => {
    modal.set((now) => (now.blocked ? { ...now, blocked: undefined } : now))
    router.set((now) => {
      const below = cutRoutes(now, now.history.length - 2)
      if (getRoute(below).view !== 'Connect' || !getAccount(instance)) return below
      return { ...replaceRoute(below, { view: 'Account' }), direction: 'back' }
    })
    settleLoading(instance)
  })
}
