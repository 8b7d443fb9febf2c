import { createLatchkey } from 'latchkey'
import { Button, LatchkeyProvider, useAccount, useLatchkeyState } from 'latchkey/react'
import { useState } from 'react'
import type { DemoSettings } from '../../apps/demo/settings.ts'
import { createOptions } from './createOptions.ts'

/** A React page as a host writes it: the instance is made while rendering, on the server too. */
export function WalletPage({ settings }: { settings: Pick<DemoSettings, 'chains' | 'gatewayUrl' | 'projectId'> }) {
  const [latchkey] = useState(() => createLatchkey(createOptions(settings)))
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <Button />
      <AccountLine />
    </LatchkeyProvider>
  )
}

function AccountLine() {
  const { address } = useAccount()
  const status = useLatchkeyState((state) => state.status)
  return (
    <p>
      Status: <output id="status">{status}</output> Address: <output id="address">{address ?? 'none'}</output>
    </p>
  )
}
