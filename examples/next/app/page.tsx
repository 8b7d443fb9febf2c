'use client'

import { Button, useAccount, useSignMessage } from 'latchkey/react'

export default function Page() {
  const { address, restoringAddress } = useAccount()
  const { signMessage, result, error, isPending } = useSignMessage()
  return (
    <main>
      <Button />
      <p id="address">{address ?? restoringAddress ?? 'Nobody is here yet.'}</p>
      <button
        id="sign"
        type="button"
        disabled={!address || isPending}
        onClick={() => signMessage('Hello!').catch(() => {})}
      >
        Sign a greeting
      </button>
      <p id="signature">{error instanceof Error ? error.message : result}</p>
    </main>
  )
}
