import { getAccount } from '../kernel/connections/accounts.ts'
import { noticeOf } from '../kernel/connections/notice.ts'
import type { Instance } from '../types/latchkey.ts'
import { remindStorageDenied } from './remindStorageDenied.ts'
import { showToast } from './showToast.ts'

/**
 * Tells an open modal's visitor what came while nobody was looking, one notice at an opening and each once: a wallet that could not
 * be restored (F-54), a change in another tab (F-55), a storage that keeps nothing (F-56).
 */
export function sayNotices(instance: Instance): void {
  const { live, stores } = instance
  if (!stores.modal.get().open) return
  const { lost, hasChanged } = live
  live.lost = undefined
  live.hasChanged = false
  // A session that has ended is told on the list of wallets, with a button of its own (F-16).
  if (lost && !getAccount(instance) && !noticeOf(instance).get().notice) {
    showToast(instance, { variant: 'notice', code: 'RESTORE_FAILED', wallet: lost })
  } else if (hasChanged) showToast(instance, { variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' })
  else remindStorageDenied(instance)
}
