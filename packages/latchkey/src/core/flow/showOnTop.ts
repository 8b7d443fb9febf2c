import type { Instance } from '../types/latchkey.ts'
import type { ViewName } from '../types/views.ts'
import { closeModal } from './closeModal.ts'
import { goBack } from './goBack.ts'
import { openModal } from './openModal.ts'
import { pushView } from './pushView.ts'
import { getRoute } from './router.ts'

/** Views that need no data: what a site asks for is shown in them above whatever the modal shows. */
type Question = Extract<ViewName, 'ReviewRequest' | 'CallsProgress' | 'CallsFunds'>

/** Brings a question on screen, above what the modal shows; opens the modal where it is closed. */
export function showOnTop(instance: Instance, view: Question): void {
  const { modal, router } = instance.stores
  if (!modal.get().open) void openModal(instance, { view })
  else if (getRoute(router.get()).view !== view) pushView(instance, { view })
}

/** Takes a question off the screen, so that the page is as it was before. Nothing where something else is shown. */
export function leaveTop(instance: Instance, view: Question): void {
  const { modal, router } = instance.stores
  if (!modal.get().open || getRoute(router.get()).view !== view) return
  if (router.get().history.length > 1) goBack(instance)
  else closeModal(instance, 'host')
}
