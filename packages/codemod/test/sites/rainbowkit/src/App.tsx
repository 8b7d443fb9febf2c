import { ConnectButton, useChainModal, useConnectModal } from '@rainbow-me/rainbowkit'
import { useAccount } from 'wagmi'

export function App() {
  const { address } = useAccount()
  const { openConnectModal } = useConnectModal()
  const { openChainModal } = useChainModal()
  return (
    <>
      <header>
        <ConnectButton label="Come in" showBalance={false} chainStatus="none" />
      </header>
      <p id="address">{address ?? 'Nobody is here yet.'}</p>
      {openConnectModal && (
        <button id="enter" type="button" onClick={openConnectModal}>
          Enter the shop
        </button>
      )}
      <button type="button" onClick={() => openChainModal?.()}>
        Networks
      </button>
    </>
  )
}
