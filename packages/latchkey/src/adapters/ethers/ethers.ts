import type { CreateAdapter } from '../../core/types/adapter.ts'
import { createEip1193Adapter } from '../../evm/createEip1193Adapter.ts'
import type { InterfaceClass } from '../../evm/encodeWith.ts'
import type { ExternalWalletsOptions } from '../../evm/externalWallets.ts'

/** What the adapter uses of ethers 6; `import * as ethers from 'ethers'` fits, and so does `{ Interface }` alone. */
export type EthersLibrary = { readonly Interface: InterfaceClass }

/**
 * Connects the browser wallets of the page to the namespace eip155, for sites that use ethers 6. Pass it in `adapters`.
 * Wallets are asked directly; ethers encodes contract calls, and is loaded for the first of them unless the site hands it in.
 */
export function ethers(options: ethers.Options = {}): CreateAdapter {
  const load = async (): Promise<EthersLibrary> => {
    if (options.library) return options.library
    const { loadPackage } = await import('../../evm/loadPackage.ts')
    // The package is the host's: its types are not ours to read, and what we use of it is written above. Named, the rest of it
    // stays out of the site's bundle.
    return loadPackage('ethers', async () => {
      const { Interface }: EthersLibrary = await import('ethers' as string)
      return { Interface }
    })
  }
  return (surroundings) =>
    createEip1193Adapter(surroundings, 'ethers', {
      externals: options,
      encodeCall: async (request) => {
        const [{ encodeWith }, { Interface }] = await Promise.all([import('../../evm/encodeWith.ts'), load()])
        return encodeWith(Interface, request)
      },
    })
}
export declare namespace ethers {
  type Options = ExternalWalletsOptions & {
    /** The site's own ethers 6. Default: loaded by its name when a contract is written to. */
    readonly library?: EthersLibrary | undefined
  }
}
