import { http } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterEach } from 'vitest'
import * as core2 from 'wagmi-core-2'
import * as core3 from 'wagmi-core-3'
import { describeEvmAdapter } from '../../packages/latchkey/src/adapters/contract/evmContract.ts'
import type { Company } from '../../packages/latchkey/src/adapters/contract/evmPageContract.ts'
import { type WagmiOptions, wagmi } from '../../packages/latchkey/src/adapters/wagmi/index.ts'
import type { CreateAdapter } from '../../packages/latchkey/src/core/types/adapter.ts'

const page = globalThis as { window?: unknown }
afterEach(() => {
  delete page.window
})

/** The adapter over a config of its own, in the page that its surroundings bring: wagmi looks for wallets in the global window. */
function over(createOptions: () => WagmiOptions): CreateAdapter {
  return (surroundings) => {
    const { walletWindow } = surroundings.services
    if (walletWindow) page.window = walletWindow
    return wagmi(createOptions())(surroundings)
  }
}

const settings = {
  chains: [mainnet, optimism],
  transports: { [mainnet.id]: http(), [optimism.id]: http() },
  storage: null,
} as const

/**
 * wagmi's own connector waits for a wallet's own word, and reads where it is when it takes it up. It fails on an
 * `accountsChanged` without accounts.
 */
const company: Company = { idle: 2, connected: 3, reads: 1, takesBareEvents: false }

describeEvmAdapter(
  'wagmi 3',
  over(() => ({
    config: core3.createConfig({ ...settings, connectors: [core3.injected()] }),
    actions: async () => core3,
  })),
  company,
)

describeEvmAdapter(
  'wagmi 2',
  over(() => ({
    config: core2.createConfig({ ...settings, connectors: [core2.injected()] }),
    actions: async () => core2,
  })),
  company,
)
