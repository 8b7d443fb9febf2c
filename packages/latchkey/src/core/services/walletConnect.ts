import { createSignClient } from '@latchkey/walletconnect'
import type { Options } from '../types/options.ts'
import { listRelayUrls } from '../values/listRelayUrls.ts'
import { readPlatform } from '../values/platform.ts'
import { readPageAddress } from '../values/readPageAddress.ts'
import { RETURN_RECORD, toReturnUrl } from '../values/returnUrl.ts'
import type { KeyStorage } from './ports.ts'
import type { WalletConnectService } from './walletConnectService.ts'

/**
 * Opens the client of an instance: its records are in the database `latchkey-<id>`, and of several tabs one holds the socket.
 * Resolves when storage is read, without waiting for the network.
 */
export async function openWalletConnect(
  options: Options,
  { storage, origin }: { readonly storage: KeyStorage; readonly origin: string },
): Promise<WalletConnectService> {
  const { id, projectId, metadata } = options
  const relayUrls = listRelayUrls(options, origin)
  const client = await createSignClient({
    relayUrl: relayUrls,
    projectId,
    name: id,
    metadata: {
      name: metadata.name,
      description: metadata.description ?? '',
      url: metadata.url,
      // A wallet on another device knows no page that an address could be relative to.
      icons: metadata.icons.map((icon) => new URL(icon, document.baseURI).href),
      ...(readPlatform(window).os === 'other'
        ? {}
        : { redirect: options.walletConnect?.redirect ?? { universal: getReturnUrl(id, storage) } }),
    },
  })
  const loadProvider = async () => (await import('./walletConnectProvider.ts')).createProvider
  return { client, loadProvider, relayUrls }
}

/**
 * Where a wallet on this phone comes back to. The mark stays the same for as long as storage does: a wallet keeps the address
 * for the life of its session, which is longer than a page's (F-24).
 */
function getReturnUrl(id: string, storage: KeyStorage): string | undefined {
  const address = readPageAddress(window)
  if (!storage.isPersistent() || address === undefined) return undefined
  const known = storage.get(RETURN_RECORD)
  const mark = known ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), toHexByte).join('')
  if (known === undefined) storage.set(RETURN_RECORD, mark)
  return toReturnUrl(address, id, mark)
}

function toHexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
