/**
 * Other kits by their public quickstarts, in the box `bench/peers` (`npm ci --prefix bench/peers`). They run as they are published,
 * but for AppKit, which is not in the box: RainbowKit would load it with the page, and shows no code without it.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite, type Site } from '../../scripts/size/buildSites.ts'
import type { Kit } from './kits.ts'

const BOX = join(import.meta.dirname, '../peers')

/** Where other kits look for their relay; the bench puts its own there. */
export const PEER_RELAY = 'wss://relay.walletconnect.org'

export const PEERS = ['connectKit', 'rainbowKit'] as const
export type Peer = (typeof PEERS)[number]

const CONNECT_KIT = `import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createConfig, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = createConfig(
  getDefaultConfig({ appName: 'Quickstart', walletConnectProjectId: 'quickstart', chains: [mainnet] }),
)
const queries = new QueryClient()

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <ConnectKitProvider>
          <ConnectKitButton />
        </ConnectKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
`

const RAINBOW_KIT = `import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = getDefaultConfig({ appName: 'Quickstart', projectId: 'quickstart', chains: [mainnet] })
const queries = new QueryClient()

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider>
          <ConnectButton />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
`

const APPS: Readonly<Record<Peer, string>> = { connectKit: CONNECT_KIT, rainbowKit: RAINBOW_KIT }

export const KITS: Readonly<Record<Peer, Kit>> = {
  connectKit: {
    button: ['main button'],
    modal: ['[role="dialog"]'],
    row: [{ selector: '[role="dialog"] button', text: 'MetaMask' }],
    pairing: {
      way: [{ selector: '[role="dialog"] button', text: 'Other Wallets' }],
      code: ['[role="dialog"] svg > circle'],
    },
  },
  rainbowKit: {
    button: ['[data-testid="rk-connect-button"]'],
    modal: ['[data-rk] [role="dialog"]'],
    row: ['[data-testid^="rk-wallet-option-"]'],
  },
}

/** Builds the sites of the peers; none where the box is empty, and says so. */
export async function buildPeers(): Promise<{ readonly [Name in Peer]?: Site }> {
  if (!existsSync(join(BOX, 'node_modules/.package-lock.json'))) {
    process.stdout.write('Other kits are left out: `npm ci --prefix bench/peers` installs them.\n')
    return {}
  }
  const sites: Partial<Record<Peer, Site>> = {}
  for (const name of PEERS) {
    // Below the box's packages, where Vite finds them.
    const root = join(BOX, 'node_modules/.sites', name)
    sites[name] = await buildSite(root, { name, app: APPS[name], language: 'jsx' })
    rmSync(root, { recursive: true, force: true })
  }
  return sites
}
