import { arbitrum, mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WagmiProvider } from 'wagmi'

// 0. Set up the query client
const queryClient = new QueryClient()

// 1. The key of the project
const projectId = 'YOUR_PROJECT_ID'

// 2. What wallets are told
const metadata = {
  name: 'Tide Market',
  description: 'What the sea brings',
  url: 'https://tide.example',
  icons: ['https://tide.example/icon.png'],
}

// 3. The networks
const networks = [mainnet, arbitrum]

// 4. The adapter
const wagmiAdapter = new WagmiAdapter({
  networks,
  projectId,
  ssr: true,
})

// 5. The modal
createAppKit({
  adapters: [wagmiAdapter],
  networks,
  projectId,
  metadata,
  features: {
    analytics: true,
    email: false,
    socials: ['google'],
  },
  themeVariables: {
    '--w3m-accent': '#00bb7f',
  },
})

export function AppKitProvider({ children }: { children: ReactNode }) {
  return (
    <WagmiProvider config={wagmiAdapter.wagmiConfig}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </WagmiProvider>
  )
}
