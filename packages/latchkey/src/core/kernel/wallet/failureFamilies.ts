import type { Connector } from '../../adapter.ts'
import type { FailureFamily } from '../../errors/toFailure.ts'
import type { Namespace } from '../../network.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

/** Whose numbers the wallets of a namespace speak. Source: failures, rule 6. */
export const FAILURE_FAMILIES: Readonly<Record<Namespace, FailureFamily>> = {
  eip155: 'eip155',
  solana: 'walletStandard',
  bip122: 'satsConnect',
  polkadot: 'polkadot',
}

/** Whose numbers a wallet speaks: over a session those of the protocol, whatever the namespace. */
export function findFamily({ namespace, id }: Pick<Connector, 'namespace' | 'id'>): FailureFamily {
  return id === WALLET_CONNECT_ID ? 'walletConnect' : FAILURE_FAMILIES[namespace]
}
