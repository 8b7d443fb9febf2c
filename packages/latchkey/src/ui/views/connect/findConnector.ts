import type { ConnectorsState } from '../../../core/kernel/connections/connectors.ts'
import type { Connector } from '../../../core/types/adapter.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import type { Namespace } from '../../../core/types/network.ts'

/**
 * The connector that reaches a wallet, in the wanted namespace if it has one there: by the ids of its row, else by the
 * rdns that it announces later than its row was drawn (F-07). Undefined while the wallet is not in this browser.
 */
export function findConnector(
  state: ConnectorsState,
  wallet: Pick<WalletListing, 'connectors' | 'rdns'>,
  namespace: Namespace,
): Connector | undefined {
  const all = Object.values(state.byNamespace).flat()
  const listed = wallet.connectors.flatMap(
    (one) => all.find((other) => other.id === one.connectorId && other.namespace === one.namespace) ?? [],
  )
  const announced =
    wallet.rdns === undefined ? [] : all.filter((one) => one.rdns === wallet.rdns && one.isLookalike !== true)
  const candidates = wallet.connectors.length > 0 ? listed : announced
  return candidates.find((one) => one.namespace === namespace) ?? candidates[0]
}
