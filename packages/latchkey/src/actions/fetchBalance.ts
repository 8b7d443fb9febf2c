import type { Balance } from '../core/adapter.ts'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Latchkey } from '../core/latchkey.ts'
import type { NetworkId } from '../core/network.ts'
import { askAdapter } from './askAdapter.ts'
import type { NamespaceOption } from './namespaceOption.ts'

/**
 * The native coin of an account, read from the chain. eip155 and solana; default: the account in use, where its wallet is.
 * Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `NETWORK_NOT_FOUND` for a network that the site did not pass, or
 * `DATA_UNAVAILABLE`.
 */
export async function fetchBalance(
  latchkey: Latchkey,
  { address, networkId, signal }: fetchBalance.Request = {},
  { namespace }: NamespaceOption = {},
): Promise<Balance> {
  return askAdapter(latchkey, { name: 'fetchBalance', step: 'read', namespace }, async (ask, connection) => {
    const wanted = networkId ?? connection.networkId
    const network = latchkey.instance.options.networks.find(({ caipNetworkId }) => caipNetworkId === wanted)
    const account = address === undefined ? connection.accounts[0] : { address, type: 'eoa' as const }
    if (!network || !account) {
      throw new LatchkeyError('NETWORK_NOT_FOUND', `${wanted} is none of this site's networks.`, {
        facts: { networkId: wanted },
      })
    }
    return ask(account, network, signal)
  })
}
export declare namespace fetchBalance {
  type Request = {
    /** Default: the account in use. */
    readonly address?: string | undefined
    /** Default: where the wallet is. */
    readonly networkId?: NetworkId | undefined
    readonly signal?: AbortSignal | undefined
  }
}
