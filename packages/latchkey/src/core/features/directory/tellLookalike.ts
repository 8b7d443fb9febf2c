import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import { NAMESPACES } from '../../types/network.ts'

/** Tells the host, once a page for each name, that two different wallets in it go by one (F-06). */
export function tellLookalike({ live, fail }: Instance, { name, connectors: [connector] }: WalletListing): void {
  const mark = `WALLET_LOOKALIKE ${name}`
  if (!connector || live.said.has(mark)) return
  live.said.add(mark)
  const { namespace, connectorId } = connector
  fail({
    code: 'WALLET_LOOKALIKE',
    step: 'discover',
    final: false,
    namespace: NAMESPACES.find((known) => known === namespace),
    connectorId,
    walletName: name,
  })
}
