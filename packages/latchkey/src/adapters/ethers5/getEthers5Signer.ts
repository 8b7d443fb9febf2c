import type { Latchkey } from '../../core/types/latchkey.ts'
import type { Eip1193Provider } from '../../evm/provider.ts'
import { getEthers5Provider } from './getEthers5Provider.ts'

/** A signer of ethers 5 for the account in use; undefined when no wallet is connected. No wallet is opened for it. */
export function getEthers5Signer<Signer>(
  latchkey: Latchkey,
  library: {
    readonly providers: {
      readonly Web3Provider: new (wallet: Eip1193Provider, network: 'any') => { getSigner(address: string): Signer }
    }
  },
): Signer | undefined {
  const address = latchkey.instance.stores.connection.get().byNamespace.eip155?.connection?.accounts[0]?.address
  return address ? getEthers5Provider(latchkey, library)?.getSigner(address) : undefined
}
