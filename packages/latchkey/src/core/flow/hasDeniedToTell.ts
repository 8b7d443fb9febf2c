import type { Instance } from '../types/latchkey.ts'

/** Whether this browser keeps nothing, and the visitor has not been told yet (F-56). */
export function hasDeniedToTell({ live: { said }, services }: Instance): boolean {
  return (!services.storage.isPersistent() || said.has('STORAGE_DENIED')) && !said.has('storageDenied')
}
