/** What a session grants on one of its chains. Source: WalletConnect specification, Namespaces. */
import type { SessionNamespaces } from '../records.ts'
import { chainOfAccount, listChains } from './namespaces.ts'

/** What is granted on one chain by all entries with an account there. */
export function listGranted(
  namespaces: SessionNamespaces,
  chainId: string,
  kind: 'methods' | 'events',
): readonly string[] {
  return Object.values(namespaces).flatMap((namespace) =>
    namespace.accounts.some((account) => chainOfAccount(account) === chainId) ? namespace[kind] : [],
  )
}

/** Whether a session has an account on a chain. */
export const isChainOf = (namespaces: SessionNamespaces, chainId: string): boolean =>
  listChains(namespaces).includes(chainId)

/** Whether a session grants a method on a chain. */
export const isMethodOf = (namespaces: SessionNamespaces, chainId: string, method: string): boolean =>
  listGranted(namespaces, chainId, 'methods').includes(method)

/** Whether a session grants an event on a chain. */
export const isEventOf = (namespaces: SessionNamespaces, chainId: string, event: string): boolean =>
  listGranted(namespaces, chainId, 'events').includes(event)
