import type { Instance } from '../types/latchkey.ts'
import { showToast } from './showToast.ts'

/** Tells the visitor what was found while no modal was open, once. Returns whether there was something to tell. */
export function remindStorageDenied(instance: Instance): boolean {
  const { live, services } = instance
  const isDenied = !services.storage.isPersistent() || live.said.has('STORAGE_DENIED')
  if (!isDenied || live.said.has('storageDenied')) return false
  live.said.add('storageDenied')
  showToast(instance, { variant: 'notice', code: 'STORAGE_DENIED' })
  return true
}
