/** Ethereum wallets of the page, by EIP-6963 and EIP-1193, without any library. */
import type { CreateAdapter } from '../../core/types/adapter.ts'
import { createEip1193Adapter } from '../../evm/createEip1193Adapter.ts'
import type { ExternalWalletsOptions } from '../../evm/externalWallets.ts'

/**
 * Connects the browser wallets of the page to the namespace eip155. Pass it in `adapters`. Finding wallets comes with it;
 * what a visitor asks for is loaded when asked, Base Account and Safe only where they are named.
 */
export function universal(options: universal.Options = {}): CreateAdapter {
  return (surroundings) =>
    createEip1193Adapter(surroundings, 'universal', {
      externals: options,
    })
}
export declare namespace universal {
  type Options = ExternalWalletsOptions
}
