import type { CreateLatchkeyOptions, NetworkInput } from 'latchkey'
import { universal } from 'latchkey/universal'
import type { DemoSettings } from '../../apps/demo/settings.ts'

/** The options of the test pages: the demo's chains and gateway, nothing else. */
export function createOptions(
  settings: Pick<DemoSettings, 'chains' | 'gatewayUrl' | 'projectId'>,
): CreateLatchkeyOptions {
  const [first, ...others] = settings.chains.map(
    ({ chainId, name, rpcUrl }): NetworkInput => ({
      id: chainId,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
      testnet: true,
    }),
  )
  if (!first) throw new Error('The settings name no chain.')
  return {
    networks: [first, ...others],
    adapters: [universal()],
    gatewayUrl: settings.gatewayUrl,
    projectId: settings.projectId,
    metadata: { name: 'Test page', url: 'http://127.0.0.1' },
  }
}
