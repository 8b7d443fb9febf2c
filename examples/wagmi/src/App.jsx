import { Button } from 'latchkey/react'
import { useConnection, useSignMessage } from 'wagmi'

export function App() {
  const { address } = useConnection()
  const { mutate: sign, data: signature, error } = useSignMessage()
  return (
    <>
      <Button />
      <p id="address">{address ?? 'Nobody is here yet.'}</p>
      <button id="sign" type="button" disabled={!address} onClick={() => sign({ message: 'Hello!' })}>
        Sign a greeting
      </button>
      <p id="signature">{signature ?? error?.message}</p>
    </>
  )
}
