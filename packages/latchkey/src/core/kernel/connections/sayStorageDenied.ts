import type { Instance } from '../../types/latchkey.ts'

/** Says, to the host once a page, that this browser will not remember the wallet (F-56). */
export function sayStorageDenied(instance: Instance): void {
  const { said } = instance.live
  if (!said.has('STORAGE_DENIED')) {
    said.add('STORAGE_DENIED')
    instance.fail({ code: 'STORAGE_DENIED', step: 'connect', final: false })
  }
  instance.tell({ kind: 'storageDenied' })
}
