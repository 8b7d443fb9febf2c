import { arbitrum } from '@reown/appkit/networks'
import { useAppKit, useAppKitAccount, useAppKitNetwork, useDisconnect } from '@reown/appkit/react'
import { useAccount } from 'wagmi'

export function App() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork, switchNetwork } = useAppKitNetwork()
  const { disconnect } = useDisconnect()
  const { chain } = useAccount()
  return (
    <>
      <appkit-button balance="hide" />
      <p>{isConnected ? `${address} on ${caipNetwork?.name ?? chain?.name}` : 'Nobody is here yet.'}</p>
      <button type="button" onClick={() => open({ view: 'Networks' })}>
        Networks
      </button>
      <button type="button" onClick={() => switchNetwork(arbitrum)}>
        To Arbitrum
      </button>
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
    </>
  )
}
