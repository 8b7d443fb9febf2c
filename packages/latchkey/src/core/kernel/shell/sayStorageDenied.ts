import type { Instance } from '../../latchkey.ts'
import { showToast } from './showToast.ts'

/** Tells host and visitor, each once a page, that this browser will not remember the wallet; the visitor where a modal is open (F-56). */
export function sayStorageDenied(instance: Instance): void {
  const { said } = instance.live
  if (!said.has('STORAGE_DENIED')) {
    said.add('STORAGE_DENIED')
    instance.fail({ code: 'STORAGE_DENIED', step: 'connect', final: false })
  }
  if (instance.stores.modal.get().open) remindStorageDenied(instance)
}

/** Tells the visitor what was found while no modal was open, once. Returns whether there was something to tell. */
export function remindStorageDenied(instance: Instance): boolean {
  const { live, services } = instance
  const isDenied = !services.storage.isPersistent() || live.said.has('STORAGE_DENIED')
  if (!isDenied || live.said.has('storageDenied')) return false
  live.said.add('storageDenied')
  showToast(instance, { variant: 'notice', code: 'STORAGE_DENIED' })
  return true
}
