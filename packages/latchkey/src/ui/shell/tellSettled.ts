import { getRoute } from '../../core/flow/router.ts'
import { showToast } from '../../core/flow/showToast.ts'
import { findNetwork } from '../../core/kernel/networks/networks.ts'
import { resumeSent } from '../../core/kernel/requests/resumeSent.ts'
import type { SettledTransaction } from '../../core/types/events.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { toTransactionLink } from '../../core/values/toTransactionLink.ts'
import { showPageNotice } from './showPageNotice.ts'

/** What became of a transaction, in the order of its keys; undefined where nobody can say. */
function toKey({ outcome }: SettledTransaction): 'sentDone' | 'sentFailed' | 'sentCancelled' | undefined {
  if (outcome.replaced === 'cancelled') return 'sentCancelled'
  return outcome.status && (outcome.status === 'success' ? 'sentDone' : 'sentFailed')
}

/**
 * Tells the visitor what became of a transaction, wherever they are: in the modal by a toast, unless its view says it, and on the
 * page by a notice, which takes no focus and no time and stays until it is dismissed. A page names its place by an element with
 * the attribute `data-latchkey-notices`; without one they stand over its lower edge. Without a transaction it begins to follow
 * those that an earlier page left.
 */
export async function tellSettled(instance: Instance, settled: SettledTransaction | undefined): Promise<void> {
  if (settled === undefined) {
    resumeSent(instance)
    return
  }
  const { stores, options } = instance
  const key = toKey(settled)
  if (key === undefined) return
  const { open, embedded } = stores.modal.get()
  const network = findNetwork(stores.networks.get(), settled.networkId)
  const values = { network: network?.name ?? settled.networkId }
  if (open || embedded) {
    if (getRoute(stores.router.get()).view === 'WalletSendConfirmed') return
    showToast(instance, { variant: key === 'sentDone' ? 'success' : 'error', key, values })
    return
  }
  if (!options.features.notices) return
  await showPageNotice(instance, key, (t) => {
    const link = toTransactionLink(network, settled.outcome.hash ?? settled.hash)
    const text = [t.find(`toast.${key}`, values), t.find(`toast.${key}.more`, values)].filter(Boolean).join('. ')
    return { text, link: link === undefined ? undefined : { href: link, label: t('action.viewTransaction') } }
  })
}
