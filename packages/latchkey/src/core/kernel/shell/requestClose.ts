import type { Instance } from '../../latchkey.ts'
import { closeModal } from './closeModal.ts'
import type { BlockReason, CloseReason } from './modal.ts'
import { getRoute } from './router.ts'

/**
 * Closes the modal for a visitor, unless the view on screen must be answered first: then the card shakes and the reason
 * is in the modal store. Returns whether it closed. Source: views, 2.3.
 */
export function requestClose(instance: Instance, reason: CloseReason): boolean {
  const blocked = findBlock(instance)
  if (!blocked) {
    closeModal(instance, reason)
    return true
  }
  instance.stores.modal.set((state) => ({ ...state, shakes: state.shakes + 1, blocked }))
  return false
}

function findBlock(instance: Instance): BlockReason | undefined {
  const state = instance.stores.router.get()
  const { view } = getRoute(state)
  const isGuarded =
    view === 'UnsupportedChain' ||
    (view === 'SwitchNetwork' && state.history.some((route) => route.view === 'UnsupportedChain'))
  if (isGuarded) return 'unsupportedChain'
  const isAsked = view === 'SIWXSignMessage' || view === 'ConnectingSiwe'
  return isAsked && instance.stores.connection.get().signIn?.required ? 'signInRequired' : undefined
}
