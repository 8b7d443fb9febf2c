import type { CreateLatchkeyOptions, NetworkInput } from 'latchkey'
import { solana } from 'latchkey/networks'
import { universal } from 'latchkey/universal'
import type { DemoSettings } from '../../apps/demo/settings.ts'

/** Wallets that live on phones. Nothing answers at their links. */
const PHONE_WALLETS = [
  {
    id: 'pocket-fox',
    name: 'Pocket Fox',
    mobileLink: 'fox://',
    playStore: 'https://store.invalid/fox',
    appStore: 'https://store.invalid/fox',
  },
  { id: 'blue-heron', name: 'Blue Heron', mobileLink: 'https://heron.invalid/app' },
] as const

/**
 * The options of the test pages: the demo's chains and gateway, and what the page's address wants: `relay` (again for each
 * further address), `phones` for wallets on phones, `solana` for a second family of chains, `explorer` for an address of
 * a block explorer, `extra-rpc` for a further network, Cliff, with this address,
 * and `extra-symbol` for its coin; `project` for another project id, or none where it is empty.
 */
export function createOptions(
  settings: Pick<DemoSettings, 'chains' | 'gatewayUrl' | 'projectId'>,
  wanted = new URLSearchParams(),
): CreateLatchkeyOptions {
  const explorer = wanted.get('explorer')
  const [first, ...others] = settings.chains.map(
    ({ chainId, name, rpcUrl }): NetworkInput => ({
      id: chainId,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
      testnet: true,
      ...(explorer ? { blockExplorers: { default: { name: 'Explorer', url: explorer } } } : {}),
    }),
  )
  if (!first) throw new Error('The settings name no chain.')
  const relayUrls = wanted.getAll('relay')
  return {
    // Solana's nodes are elsewhere, so a chain of this machine stands in for them: it answers, if only with errors.
    networks: [
      first,
      ...others,
      ...wanted.getAll('extra-rpc').map((rpcUrl) => toExtraNetwork(rpcUrl, wanted.get('extra-symbol') ?? 'ETH')),
      ...(wanted.has('solana') ? [{ ...solana, rpcUrls: first.rpcUrls }] : []),
    ],
    adapters: [universal()],
    gatewayUrl: settings.gatewayUrl,
    // Empty: none at all.
    projectId: (wanted.get('project') ?? settings.projectId) || undefined,
    metadata: { name: 'Test page', url: 'http://127.0.0.1' },
    ...(relayUrls.length > 0 ? { relayUrl: relayUrls } : {}),
    ...(wanted.has('phones') ? { customWallets: PHONE_WALLETS } : {}),
  }
}

function toExtraNetwork(rpcUrl: string, symbol: string): NetworkInput {
  return {
    id: 4_242,
    name: 'Cliff',
    nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    testnet: true,
  }
}
