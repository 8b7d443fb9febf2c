import type { FailureFamily } from '../../errors/toFailure.ts'
import type { Namespace } from '../../network.ts'

/** Whose numbers the wallets of a namespace speak. Source: failures, rule 6. */
export const FAILURE_FAMILIES: Readonly<Record<Namespace, FailureFamily>> = {
  eip155: 'eip155',
  solana: 'walletStandard',
  bip122: 'satsConnect',
  polkadot: 'polkadot',
}
