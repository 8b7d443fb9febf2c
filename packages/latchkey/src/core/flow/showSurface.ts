import { surfaceOf } from '../kernel/surface.ts'
import type { Instance } from '../types/latchkey.ts'
import { closeModal } from './closeModal.ts'
import { goBack } from './goBack.ts'
import { openModal } from './openModal.ts'
import { pushView } from './pushView.ts'
import { getRoute } from './router.ts'

/**
 * Shows what a way wants to be seen for as long as it wants that, from now on: over whatever the modal shows, or in an opening of its
 * own, which is over with it. A visitor who leaves it has said no (SEC-40).
 */
export function showSurface(instance: Instance): void {
  const { stores, signal } = instance
  let isOurs = false
  const isShown = (): boolean => stores.modal.get().open && getRoute(stores.router.get()).view === 'ApproveTransaction'
  const look = ({ wanted }: { readonly wanted?: object | undefined }): void => {
    if (wanted && !isShown()) {
      isOurs = !stores.modal.get().open
      if (isOurs) void openModal(instance, { view: 'ApproveTransaction' })
      else pushView(instance, { view: 'ApproveTransaction' })
    } else if (!wanted && isShown()) {
      if (isOurs) closeModal(instance, 'host')
      else goBack(instance)
    }
  }
  const onLeave = (): void => {
    const { wanted } = surfaceOf(instance).get()
    if (!wanted || isShown()) return
    surfaceOf(instance).set(() => ({}))
    wanted.leave()
  }
  const stops = [surfaceOf(instance).watch(look), stores.router.watch(onLeave), stores.modal.watch(onLeave)]
  look(surfaceOf(instance).get())
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
}
