import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { GatewayClient } from '../core/services/gatewayClient.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace, NetworkId } from '../core/types/network.ts'

/** Whose account on which network, and until when somebody waits. */
export type AccountTarget = {
  readonly address: string
  readonly networkId: NetworkId
  readonly signal: AbortSignal | undefined
}

/**
 * Asks the gateway about an account; default: the one in use, where its wallet is. Rejects with `NOT_CONNECTED` where neither is
 * named and nobody is connected, with `DATA_UNAVAILABLE` on a site without a gateway, and with the gateway's codes.
 */
export async function askGateway<Answer>(
  { instance }: Latchkey,
  wanted: {
    readonly address?: string | undefined
    readonly networkId?: NetworkId | undefined
    readonly namespace?: Namespace | undefined
    readonly signal?: AbortSignal | undefined
  },
  run: (gateway: GatewayClient, target: AccountTarget) => Promise<Answer>,
): Promise<Answer> {
  const { stores, services } = instance
  const namespace = wanted.namespace ?? stores.networks.get().activeNamespace
  const connection = stores.connection.get().byNamespace[namespace]?.connection
  const address = wanted.address ?? connection?.accounts[0]?.address
  const networkId = wanted.networkId ?? connection?.networkId
  if (address === undefined || networkId === undefined) {
    throw new LatchkeyError('NOT_CONNECTED', 'Nobody is connected, and the request names no account and network.')
  }
  if (services.gateway === null) {
    throw new LatchkeyError('DATA_UNAVAILABLE', 'This site has no gateway to ask: set the option gatewayUrl.')
  }
  return run(await services.gateway(), { address, networkId, signal: wanted.signal })
}
