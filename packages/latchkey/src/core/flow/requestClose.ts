import { toKey } from '../kernel/connections/connectionList.ts'
import { signInOf } from '../kernel/signIn/signIn.ts'
import { runLater } from '../lazy.ts'
import type { Instance } from '../types/latchkey.ts'
import type { CloseReason } from '../types/openResult.ts'
import { closeModal } from './closeModal.ts'
import type { BlockReason } from './modal.ts'
import { getRoute } from './router.ts'

/**
 * Closes the modal for a visitor, unless the view on screen must be answered first: then the card shakes and the reason
 * is in the modal store. Returns whether it closed. A wallet that is being asked to connect is still heard.
 */
export function requestClose(instance: Instance, reason: CloseReason): boolean {
  const blocked = findBlock(instance)
  if (!blocked) {
    const { attempt } = instance.stores.connection.get()
    const asked =
      attempt?.kind === 'connect' && instance.live.requests.get(toKey({ ...attempt, id: attempt.connectorId }))
    closeModal(instance, reason)
    if (asked) {
      runLater(
        instance,
        () => import('../kernel/attempt/takeLate.ts'),
        ({ takeLate }) => takeLate(instance, attempt, asked),
      )
    }
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
  return isAsked && signInOf(instance).get().question?.required ? 'signInRequired' : undefined
}
