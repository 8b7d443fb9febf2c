/** A dev chain with smart accounts, a bundler, and somebody who pays for calls of one contract, as a gateway's configuration names it. */
import type { Address } from 'viem'
import { startAnvil } from '../anvil.ts'
import { SPONSORED } from './sponsored.ts'
import { startSmartAccounts } from './startSmartAccounts.ts'

/** The first account of every dev chain, which places the contracts. */
const MAKER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Starts it. Resolves once the bundler listens; needs `tests/bundler` (`hasBundlerBox`). `project`: whose pages may ask for permissions. */
export async function startSmartChain(project: string) {
  const anvil = await startAnvil()
  const accounts = await startSmartAccounts({ rpcUrl: anvil.url, maker: MAKER })
  const bundler = await accounts.ready
  const { paymaster, paymasterUrl } = accounts
  return {
    anvil,
    paymaster,
    paymasterUrl,
    chain: {
      id: 'eip155:31337',
      name: 'Slope',
      rpc: [anvil.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      bundlers: [
        {
          service: bundler.url,
          sponsor: {
            service: paymasterUrl,
            paymaster,
            targets: [{ address: SPONSORED }],
            perOperation: '50000000000000000',
            perAccountAndDay: '100000000000000000',
            perProjectAndDay: '1000000000000000000',
          },
        },
      ],
      delegation: { permissions: [project] },
    },
    stop: async (): Promise<void> => {
      await accounts.stop()
      await anvil.stop()
    },
  }
}
