import { getRoute } from '../flow/router.ts'
import type { Instance, LatchkeyState } from '../types/latchkey.ts'
import { readAccount } from './readAccount.ts'

/** The state as a host sees it, drawn from the stores. Equal input gives equal fields, so that unchanged states can be told by comparing them. */
export function readState(instance: Pick<Instance, 'stores' | 'options' | 'live'>): LatchkeyState {
  const { stores } = instance
  const { open, loading } = stores.modal.get()
  const account = readAccount(instance)
  return {
    ...account,
    open,
    view: getRoute(stores.router.get()).view,
    loading: loading.length > 0 || account.status === 'connecting',
    ready: stores.connection.get().restored,
    themeMode: stores.theme.get().mode,
  }
}
