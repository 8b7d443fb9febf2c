import { useEffect, useState } from 'react'
import { userMessage } from '../../core/errors/userMessage.ts'
import { FRAMED_MS } from '../../core/kernel/attempt/waitForConnector.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { AppLink } from '../parts/AppLink.tsx'
import { toPlaceLink } from './toPlaceLink.ts'
import { ViewNotice } from './ViewNotice.tsx'

/**
 * Says that wallets cannot be reached where this page stands: at an address that is not secure, or inside another page whose
 * wallets do not come through and that is no Safe. Nothing elsewhere. Source: F-52 and F-53.
 */
export function PlaceNotice() {
  const instance = useInstance()
  const t = useText()
  const { browser, clock } = instance.services
  const isInsecure = !browser.isSecureContext()
  const [isLate, setIsLate] = useState(false)
  const isAlone = useLatchkeyState('connectors', ({ byNamespace }) =>
    Object.values(byNamespace).every((list) => list.length === 0),
  )
  useEffect(() => clock.after(FRAMED_MS, () => setIsLate(true)), [clock])
  const code = isInsecure
    ? 'INSECURE_CONTEXT'
    : isLate && isAlone && browser.isFramed()
      ? 'FRAMED_NO_WALLET'
      : undefined
  useEffect(() => {
    if (code === undefined || instance.live.said.has(code)) return
    instance.live.said.add(code)
    instance.fail({ code, step: 'open', final: false })
  }, [instance, code])

  if (code === undefined) return null
  const values = { wallet: '', network: '', other: '', family: '', coin: '', amount: '' }
  const { sentence, button, remedy } = userMessage(code)
  const link = toPlaceLink(instance, remedy)
  return (
    <ViewNotice code={code} kind="failure" title={t(sentence, values)}>
      {link === undefined ? null : (
        <AppLink kind="plain" {...link} focusKey="place">
          {t(button, values)}
        </AppLink>
      )}
    </ViewNotice>
  )
}
