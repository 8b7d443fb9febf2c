import { getSupportedChains } from '@latchkey/wire/supportedChains'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { tokensOf } from './state.ts'

/**
 * Whether the gateway answers for a network. Its list is asked for once and kept for the page's life; when it cannot be
 * had, the promise rejects and the next call asks again.
 */
export async function isServed(
  instance: Instance,
  gateway: GatewayClient,
  parameters: { networkId: NetworkId; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const tokens = tokensOf(instance)
  const known = tokens.get().supportedChains
  if (known) return known.includes(parameters.networkId)
  const supportedChains = await fetchServed(gateway, parameters.signal)
  if (supportedChains.length > 0) tokens.set((state) => ({ ...state, supportedChains }))
  return supportedChains.includes(parameters.networkId)
}

/** The networks that the gateway answers for. Rejects when the list cannot be had. */
export async function fetchServed(
  gateway: GatewayClient,
  signal: AbortSignal | undefined,
): Promise<readonly NetworkId[]> {
  const { http } = await gateway.call(getSupportedChains, {}, { signal })
  return http as readonly NetworkId[]
}
