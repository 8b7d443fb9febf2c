import { getIdentity } from '@latchkey/wire/identity'
import { getAccount } from '../../kernel/connections/accounts.ts'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { isServed } from '../tokens/isServed.ts'
import type { Identity } from './cachedIdentity.ts'

/** Name and avatar of an address from the gateway; undefined when it does not serve the network. */
export async function readIdentity(
  instance: Instance,
  gateway: GatewayClient,
  parameters: { networkId: NetworkId; address: string; signal: AbortSignal },
): Promise<Identity | undefined> {
  const { networkId, address, signal } = parameters
  if (!(await isServed(instance, gateway, { networkId, signal }))) return undefined
  const namespace = getNamespace(networkId)
  const sender = namespace && getAccount(instance, namespace)?.address
  const answer = await gateway.call(getIdentity, { address, ...(sender && { sender }) }, { signal })
  return { name: normaliseText(answer.name ?? '') || undefined, avatar: answer.avatar || undefined }
}
