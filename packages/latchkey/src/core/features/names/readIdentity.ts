import { getIdentity } from '@latchkey/wire/identity'
import type { Instance } from '../../latchkey.ts'
import type { NetworkId } from '../../network.ts'
import { normaliseText } from '../../normaliseText.ts'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import { isServed } from '../tokens/isServed.ts'
import type { Identity } from './cachedIdentity.ts'

/** Name and avatar of an address from the gateway; undefined when it does not serve the network. Source: services, 2.2. */
export async function readIdentity(
  instance: Instance,
  gateway: GatewayClient,
  parameters: { networkId: NetworkId; address: string; signal: AbortSignal },
): Promise<Identity | undefined> {
  const { networkId, address, signal } = parameters
  if (!(await isServed(instance, gateway, { networkId, signal }))) return undefined
  const answer = await gateway.call(getIdentity, { address }, { signal })
  return { name: normaliseText(answer.name ?? '') || undefined, avatar: answer.avatar || undefined }
}
