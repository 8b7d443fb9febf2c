import { getAccount } from '../kernel/connections/accounts.ts'
import type { Instance } from '../types/latchkey.ts'
import type { ViewName } from '../types/views.ts'
import { getRoute } from './router.ts'

/** Views in which nobody is on the way to a wallet. */
const HELP: readonly ViewName[] = ['WhatIsAWallet', 'WhatIsANetwork', 'Diagnostics', 'Networks']

/**
 * Has the page's buttons show that something goes on: while the open modal leads to a wallet and none is connected, and not while
 * the visitor reads help in it.
 */
export function settleLoading(instance: Instance): void {
  const { modal, router, networks } = instance.stores
  const { open, namespace, loading } = modal.get()
  const isBusy = open && !getAccount(instance, namespace) && !HELP.includes(getRoute(router.get()).view)
  const next = isBusy ? [namespace ?? networks.get().activeNamespace] : []
  if (next.join() !== loading.join()) modal.set((state) => ({ ...state, loading: next }))
}
