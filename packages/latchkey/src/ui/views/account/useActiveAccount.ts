import type { Account } from '../../../core/types/adapter.ts'
import { useLatchkeyState } from '../../hooks.ts'

/** The account on screen: the active one of the active namespace. Undefined for the moment in which a connection ends. */
export function useActiveAccount(): Account | undefined {
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  return useLatchkeyState('accounts', (accounts) => accounts.byNamespace[namespace]?.active)
}
