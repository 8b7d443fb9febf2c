import { bitcoin, mainnet, solana } from '@reown/appkit/networks'
import { createAppKit, useAppKit, useAppKitAccount, useAppKitProvider } from '@reown/appkit/react'
import { BitcoinAdapter } from '@reown/appkit-adapter-bitcoin'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { BrowserProvider, type Eip1193Provider } from 'ethers'

// 1. The key of the project
const projectId = 'YOUR_PROJECT_ID'

// 2. The adapter of Solana
const solanaWeb3JsAdapter = new SolanaAdapter()

// 3. The modal
createAppKit({
  adapters: [new EthersAdapter(), solanaWeb3JsAdapter, new BitcoinAdapter({ projectId })],
  networks: [mainnet, solana, bitcoin],
  metadata: {
    name: 'Tide Market',
    description: 'What the sea brings',
    url: 'https://tide.example',
    icons: ['https://tide.example/icon.png'],
  },
  projectId,
  features: {
    analytics: true,
  },
})

export function App() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { walletProvider } = useAppKitProvider<Eip1193Provider>('eip155')
  const sign = async () => {
    if (!isConnected) throw Error('Nobody is here yet.')
    const signer = await new BrowserProvider(walletProvider).getSigner()
    document.title = await signer.signMessage('Hello, tide')
  }
  return (
    <>
      <appkit-button />
      <p id="address">{address}</p>
      <button type="button" id="enter" onClick={() => open()}>
        Enter
      </button>
      <button type="button" id="sign" onClick={sign}>
        Sign
      </button>
    </>
  )
}
