import { ConnectKitButton, useChains, useModal } from 'connectkit'
import { useAccount } from 'wagmi'

export function Shop() {
  const { isConnected } = useAccount()
  const { open, setOpen } = useModal()
  const chains = useChains()
  return (
    <>
      <ConnectKitButton />
      <button type="button" disabled={open} onClick={() => setOpen(true)}>
        {isConnected ? 'Your plants' : 'Come in'}
      </button>
      <ul>
        {chains.map((chain) => (
          <li key={chain.id}>{chain.name}</li>
        ))}
      </ul>
    </>
  )
}
