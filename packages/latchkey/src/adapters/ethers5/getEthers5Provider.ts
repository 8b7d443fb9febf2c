import type { Latchkey } from '../../core/types/latchkey.ts'
import { getToldProvider } from '../../evm/getToldProvider.ts'
import type { Eip1193Provider } from '../../evm/provider.ts'

/**
 * A `Web3Provider` of ethers 5 over the wallet in use, for any network; undefined when none is connected. Make a new one for each use.
 *
 * ```ts
 * import { ethers } from 'ethers'
 * const provider = getEthers5Provider(latchkey, ethers)
 * ```
 */
export function getEthers5Provider<Provider>(
  latchkey: Latchkey,
  library: {
    readonly providers: { readonly Web3Provider: new (wallet: Eip1193Provider, network: 'any') => Provider }
  },
): Provider | undefined {
  const wallet = getToldProvider(latchkey)
  return wallet ? new library.providers.Web3Provider(wallet, 'any') : undefined
}
