import type { Adapter, Connection } from '../../types/adapter.ts'

/**
 * What a wallet says it can do on the network of a connection, what holds on every network among it; nothing of a wallet that does not
 * know the question. Asks without a prompt. Source: EIP-5792.
 */
export async function readCapabilities(
  { fetchCapabilities }: Pick<Adapter, 'fetchCapabilities'>,
  connection: Connection,
): Promise<Readonly<Record<string, unknown>>> {
  // What does not know the question can do nothing of it.
  const all = await fetchCapabilities?.(connection).catch(() => undefined)
  const chainId = Number(connection.networkId.split(':')[1])
  return { ...all?.[0], ...all?.[chainId] }
}
