import { useState } from 'react'
import { disconnect } from '../../../core/kernel/connections/disconnect.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { POWER } from '../../parts/laterIcons.ts'

/** Ends the connection on screen. Here it always ends; whether the wallet could be told, a toast says. */
export function DisconnectButton() {
  const instance = useInstance()
  const t = useText()
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      kind="plain"
      wide
      icon={POWER}
      busy={isBusy}
      focusKey="disconnect"
      onPress={async () => {
        setIsBusy(true)
        // The action tells a failure by toast and event; here it has ended either way.
        await disconnect(instance, { namespace }).catch(() => {})
        setIsBusy(false)
      }}
    >
      {isBusy ? t('settings.disconnecting') : t('action.disconnect')}
    </Button>
  )
}
