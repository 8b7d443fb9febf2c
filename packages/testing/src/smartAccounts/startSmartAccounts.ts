/** All that smart accounts need on a dev chain: contracts, a bundler, and somebody who pays. What a gateway is told of it comes back. */
import { type Address, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { placeDelegation } from './placeDelegation.ts'
import { placePaymaster, placeSmartAccounts } from './placeSmartAccounts.ts'
import { type Bundler, startBundler } from './startBundler.ts'
import { startPaymaster } from './startPaymaster.ts'

/** Published with every dev chain. */
const DEV_WORDS = 'test test test test test test test test test test test junk'

/** Whose word the paymaster takes: no account of the chain, as it never sends anything. */
const SPONSOR_INDEX = 22

/** A chain with smart accounts. */
export type SmartAccountStack = {
  readonly paymaster: Address
  readonly paymasterUrl: string
  /** Resolves once the bundler listens, seconds later; rejects with what it said. */
  readonly ready: Promise<Bundler>
  /** Ends bundler and service. */
  stop(): Promise<void>
}

/**
 * Places the contracts in the name of `maker`, whom the chain must sign for, and starts a service that pays and a bundler, on `port` or on
 * any free one. Needs `tests/bundler` (`hasBundlerBox`).
 */
export async function startSmartAccounts(parameters: {
  rpcUrl: string
  maker: Address
  port?: number | undefined
}): Promise<SmartAccountStack> {
  const { rpcUrl, maker, port } = parameters
  await placeSmartAccounts({ rpcUrl, maker })
  await placeDelegation(rpcUrl)
  const signer = mnemonicToAccount(DEV_WORDS, { addressIndex: SPONSOR_INDEX })
  const paymaster = await placePaymaster({ rpcUrl, maker, sponsor: signer.address, deposit: parseEther('5') })
  const service = await startPaymaster({ rpcUrl, paymaster, signer })
  const ready = startBundler({ rpcUrl, port })
  // Whoever waits for it is told; until somebody does, a failure must not count as unhandled.
  ready.catch(() => undefined)
  return {
    paymaster,
    paymasterUrl: service.url,
    ready,
    stop: async () => {
      // One that never ran has nothing to end.
      const bundler = await ready.catch(() => undefined)
      await Promise.all([bundler?.stop(), service.stop()])
    },
  }
}
