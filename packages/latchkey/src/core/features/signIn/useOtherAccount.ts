import { hideToast } from '../../flow/hideToast.ts'
import { resetView } from '../../flow/resetView.ts'
import { getStart } from '../../flow/showHome.ts'
import { applyChange } from '../../kernel/connections/applyChange.ts'
import { disconnect } from '../../kernel/connections/disconnect.ts'
import { whileAsked } from '../../kernel/requests/asked.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'

/**
 * Leaves an account that cannot sign in here for another one: on Bitcoin the payment address of the same wallet (F-39), else what
 * the wallet's own picker gives, else the visitor connects anew (F-33, F-37). Never rejects.
 */
export async function useOtherAccount(instance: Instance): Promise<void> {
  const { stores } = instance
  const question = signInOf(instance).get().question
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
  const { requestAccounts } = adapter
  // Whoever closes the picker, or a wallet without one, has chosen nothing.
  const picked = await whileAsked(instance, connection.connector, async () => requestAccounts?.(connection)).catch(
    () => undefined,
  )
  const [first] = picked ?? []
  if (picked && first && isOther(first)) {
    applyChange(instance, connection.connector, { accounts: picked })
    return
  }
  // The visitor closed the picker: the question stays as it is.
  if (requestAccounts) return
  // Here it always ends, and another account is asked for either way.
  await disconnect(instance, { namespace, keepOpen: true }).catch(() => undefined)
  if (stores.modal.get().open) resetView(instance, getStart(instance))
}
