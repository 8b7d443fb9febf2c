import { hideToast } from '../../kernel/shell/hideToast.ts'
import { resetView } from '../../kernel/shell/resetView.ts'
import { getStart } from '../../kernel/shell/showHome.ts'
import { applyChange } from '../../kernel/wallet/applyChange.ts'
import { demandConnection } from '../../kernel/wallet/demandConnection.ts'
import { disconnect } from '../../kernel/wallet/disconnect.ts'
import type { Instance } from '../../latchkey.ts'

/**
 * Leaves an account that cannot sign in here for another one: on Bitcoin the payment address of the same wallet (F-39), else what
 * the wallet's own picker gives, else the visitor connects anew (F-33, F-37). Never rejects.
 */
export async function useOtherAccount(instance: Instance): Promise<void> {
  const { stores } = instance
  const question = stores.connection.get().signIn
  if (!question) return
  const { namespace, address } = question
  hideToast(instance)
  const { connection, adapter } = demandConnection(instance, namespace)
  const isOther = (other: { readonly address: string }): boolean => other.address !== address
  const payment = connection.accounts.find((account) => account.type === 'payment' && isOther(account))
  if (payment) {
    const rest = connection.accounts.filter((account) => account !== payment)
    applyChange(instance, connection.connector, { accounts: [payment, ...rest] })
    return
  }
  const picked = await adapter.requestAccounts?.(connection).catch(() => undefined)
  const [first] = picked ?? []
  if (picked && first && isOther(first)) {
    applyChange(instance, connection.connector, { accounts: picked })
    return
  }
  // The visitor closed the picker: the question stays as it is.
  if (adapter.requestAccounts) return
  await disconnect(instance, { namespace, keepOpen: true }).catch(() => undefined)
  if (stores.modal.get().open) resetView(instance, getStart(instance))
}
