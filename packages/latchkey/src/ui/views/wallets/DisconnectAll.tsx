import { useState } from 'react'
import { disconnect } from '../../../core/kernel/connections/disconnect.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { POWER } from '../../parts/laterIcons.ts'

/** Ends everything, after asking once more in the same place. */
export function DisconnectAll() {
  const instance = useInstance()
  const t = useText()
  const [isSure, setSure] = useState(false)
  return (
    <Button
      kind={isSure ? 'main' : 'quiet'}
      wide
      icon={POWER}
      focusKey="all"
      onPress={() => {
        if (!isSure) setSure(true)
        // Here it always ends; whether each wallet could be told, a toast says.
        else disconnect(instance).catch(() => undefined)
      }}
    >
      {t(isSure ? 'wallets.allSure' : 'wallets.all')}
    </Button>
  )
}
