import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitProvider, getDefaultConfig } from 'connectkit'
import type { ReactNode } from 'react'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = createConfig(
  getDefaultConfig({
    // Your dApp's chains
    chains: [mainnet],
    transports: {
      [mainnet.id]: http('https://node.example'),
    },

    // Required API keys
    walletConnectProjectId: 'YOUR_PROJECT_ID',

    // Required app info
    appName: 'Fern and Moss',

    // Optional app info
    appDescription: 'Plants that stay',
    appUrl: 'https://fern.example',
    appIcon: 'https://fern.example/logo.png',
  }),
)

const queryClient = new QueryClient()

export const Web3Provider = ({ children }: { children: ReactNode }) => {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <ConnectKitProvider mode="light" options={{ language: 'de-DE', hideTooltips: true }}>
          {children}
        </ConnectKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
