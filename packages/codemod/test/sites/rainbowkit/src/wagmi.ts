import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { base, mainnet, sepolia } from 'wagmi/chains'

export const config = getDefaultConfig({
  appName: 'Hollow Pine',
  appUrl: 'https://hollowpine.example',
  // The key of the cloud.
  projectId: 'YOUR_PROJECT_ID',
  chains: [mainnet, base, ...(import.meta.env.VITE_TESTNETS === 'true' ? [sepolia] : [])],
  ssr: false,
})
