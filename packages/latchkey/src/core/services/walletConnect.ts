import { createSignClient } from '@latchkey/walletconnect'
import { createUniversalProvider } from '@latchkey/walletconnect/provider'
import { listRelayUrls } from '../listRelayUrls.ts'
import type { Options } from '../options.ts'
import type { WalletConnectService } from './walletConnectService.ts'

/**
 * Opens the client of an instance: its records are in the database `latchkey-<id>`, and of several tabs one holds the socket.
 * Resolves when storage is read, without waiting for the network.
 */
export async function openWalletConnect(options: Options): Promise<WalletConnectService> {
  const { id, projectId, metadata } = options
  const relayUrls = listRelayUrls(options, window.location.origin)
  const client = await createSignClient({
    relayUrl: relayUrls,
    projectId,
    name: id,
    metadata: { name: metadata.name, description: '', url: metadata.url, icons: metadata.icons },
  })
  return { client, createProvider: createUniversalProvider, relayUrls }
}
