import type { Latchkey } from '../../core/types/latchkey.ts'
import type { Eip1193Provider } from '../../evm/provider.ts'
import { getEthersProvider } from './getEthersProvider.ts'

/**
 * A `JsonRpcSigner` of ethers 6 for the account in use; undefined when no wallet is connected. Made with its address, so that
 * no wallet is opened for it. Make a new one for each use, as with `getEthersProvider`.
 */
export function getEthersSigner<Provider, Signer>(
  latchkey: Latchkey,
  library: {
    readonly BrowserProvider: new (wallet: Eip1193Provider) => Provider
    readonly JsonRpcSigner: new (provider: Provider, address: string) => Signer
  },
): Signer | undefined {
  const provider = getEthersProvider(latchkey, library)
  const address = latchkey.instance.stores.connection.get().byNamespace.eip155?.connection?.accounts[0]?.address
  return provider && address ? new library.JsonRpcSigner(provider, address) : undefined
}
