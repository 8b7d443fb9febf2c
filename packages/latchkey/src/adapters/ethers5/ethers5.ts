import type { CreateAdapter } from '../../core/types/adapter.ts'
import { createEip1193Adapter } from '../../evm/createEip1193Adapter.ts'
import type { InterfaceClass } from '../../evm/encodeWith.ts'
import type { ExternalWalletsOptions } from '../../evm/externalWallets.ts'

/** What the adapter uses of ethers 5; `import { ethers } from 'ethers'` fits. */
export type Ethers5Library = { readonly utils: { readonly Interface: InterfaceClass } }

/**
 * Connects the browser wallets of the page to the namespace eip155, for sites that use ethers 5. Pass it in `adapters`.
 * Wallets are asked directly, amounts are bigint and never `BigNumber`; ethers encodes contract calls, and is loaded for the
 * first of them unless the site hands it in.
 */
export function ethers5(options: ethers5.Options = {}): CreateAdapter {
  const load = async (): Promise<Ethers5Library> => {
    if (options.library) return options.library
    const { loadPackage } = await import('../../evm/loadPackage.ts')
    // The package is the host's: its types are not ours to read, and what we use of it is written above.
    return loadPackage('ethers', async () => {
      const { utils }: Ethers5Library = await import('ethers' as string)
      return { utils }
    })
  }
  return (surroundings) =>
    createEip1193Adapter(surroundings, 'ethers5', {
      externals: options,
      encodeCall: async (request) => {
        const [{ encodeWith }, { utils }] = await Promise.all([import('../../evm/encodeWith.ts'), load()])
        return encodeWith(utils.Interface, request)
      },
    })
}
export declare namespace ethers5 {
  type Options = ExternalWalletsOptions & {
    /** The site's own ethers 5. Default: loaded by its name when a contract is written to. */
    readonly library?: Ethers5Library | undefined
  }
}
