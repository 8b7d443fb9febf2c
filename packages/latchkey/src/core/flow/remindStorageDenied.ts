import type { Instance } from '../types/latchkey.ts'
import { mustTellStorageDenied } from './mustTellStorageDenied.ts'
import { showToast } from './showToast.ts'

/** Tells the visitor what was found while no modal was open, once. */
export function remindStorageDenied(instance: Instance): void {
  if (!mustTellStorageDenied(instance)) return
  instance.live.said.add('storageDenied')
  showToast(instance, { variant: 'notice', code: 'STORAGE_DENIED' })
}
