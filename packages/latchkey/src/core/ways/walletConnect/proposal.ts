import type { ProposalNamespaces } from '@latchkey/walletconnect'
import type { Network } from '../../types/network.ts'
import type { WalletConnectOptions } from '../../types/options.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'
import { getTwinId } from '../../values/twinNetworkId.ts'

/**
 * The optional namespaces of a proposal for some networks, with what the site asks for in the place of what is usual. Nothing is
 * required: wallets refuse all for one thing that they lack.
 */
export function toProposal(
  networks: readonly Network[],
  namespaces: WalletConnectOptions['namespaces'] = {},
): ProposalNamespaces {
  const asked: Record<string, ProposalNamespaces[string]> = {}
  for (const { chainNamespace: namespace } of networks) {
    const own = namespaces[namespace] ?? {}
    const { session } = NAMESPACE_RECORDS[namespace]
    const chains = networks.flatMap(({ chainNamespace, caipNetworkId }) =>
      // A network with two ids is asked for by both: wallets may know either.
      chainNamespace === namespace && own.chains?.includes(caipNetworkId) !== false
        ? [caipNetworkId, getTwinId(caipNetworkId) ?? []].flat()
        : [],
    )
    if (chains.length === 0) continue
    asked[namespace] = {
      chains,
      methods: own.methods ?? session.methods,
      events: own.events ?? session.events,
    }
  }
  return asked
}
