import type { Namespace, NetworkId } from '../../types/network.ts'
import type { CurrentSession } from './liveWalletConnect.ts'

/** Networks on which a session holds an account of a namespace. */
export function listChains({ provider }: Pick<CurrentSession, 'provider'>, namespace: Namespace): readonly NetworkId[] {
  const accounts = Object.values(provider.session?.namespaces ?? {}).flatMap((granted) => granted.accounts)
  const chains = accounts
    .map((account) => account.slice(0, account.lastIndexOf(':')))
    .filter((chain) => chain.startsWith(`${namespace}:`))
  return [...new Set(chains)] as NetworkId[]
}

/**
 * The networks that a wallet approved for a namespace. Undefined when it takes any: a wallet that lists the one it is on and
 * lets sites switch, as MetaMask's app does, adds the next one when it goes there.
 */
export function readApproved(
  current: Pick<CurrentSession, 'provider'>,
  namespace: Namespace,
): readonly NetworkId[] | undefined {
  const chains = listChains(current, namespace)
  const [only] = chains
  const takesAny = chains.length === 1 && only && current.provider.isGranted(only, 'wallet_switchEthereumChain')
  return takesAny ? undefined : chains
}
