import type { Instance } from '../types/latchkey.ts'

/** Whether the visitor has yet to be told that this browser keeps nothing (F-56). */
export function mustTellStorageDenied({ live: { said }, services }: Instance): boolean {
  return (!services.storage.isPersistent() || said.has('STORAGE_DENIED')) && !said.has('storageDenied')
}
