import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Balance } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { NetworkId } from '../core/types/network.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * The native coin of an account, read from the chain. eip155 and solana; default: the account in use, where its wallet is.
 * Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `NETWORK_NOT_FOUND` for a network that the site did not pass, or
 * `DATA_UNAVAILABLE`.
 */
export async function fetchBalance(
  latchkey: Latchkey,
  request: fetchBalance.Request = {},
  settings?: NamespaceOption,
): Promise<Balance> {
  const { address, networkId, signal } = demandObject('request', request)
  return askAdapter(
    latchkey,
    { name: 'fetchBalance', step: 'read', namespace: toNamespace(settings) },
    async (ask, connection) => {
      const wanted = networkId ?? connection.networkId
      const network = latchkey.instance.options.networks.find(({ caipNetworkId }) => caipNetworkId === wanted)
      const account = address === undefined ? connection.accounts[0] : { address: address, type: 'eoa' as const }
      if (!network || !account) {
        throw new LatchkeyError('NETWORK_NOT_FOUND', `${wanted} is none of this site's networks.`, {
          facts: { networkId: wanted },
        })
      }
      return ask(account, network, signal)
    },
  )
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
