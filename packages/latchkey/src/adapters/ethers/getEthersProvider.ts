import type { Latchkey } from '../../core/types/latchkey.ts'
import { getToldProvider } from '../../evm/getToldProvider.ts'
import type { Eip1193Provider } from '../../evm/provider.ts'

/**
 * A `BrowserProvider` of ethers 6 over the wallet in use; undefined when none is connected. Make a new one for each use: ethers holds a provider
 * to the network that it saw first, and calls after a switch fail with `NETWORK_ERROR`.
 *
 * ```ts
 * import { BrowserProvider } from 'ethers'
 * const provider = getEthersProvider(latchkey, { BrowserProvider })
 * ```
 */
export function getEthersProvider<Provider>(
  latchkey: Latchkey,
  library: { readonly BrowserProvider: new (wallet: Eip1193Provider) => Provider },
): Provider | undefined {
  const wallet = getToldProvider(latchkey)
  return wallet ? new library.BrowserProvider(wallet) : undefined
}
