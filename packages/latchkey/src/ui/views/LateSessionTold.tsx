import { type ComponentType, useEffect, useState } from 'react'
import { useInstance, useLatchkeyState, useLoadWords } from '../hooks.ts'

/** What became of a connection, or what is wrong with this page's place, on the list of wallets: loaded only where there may be something to tell. */
export function LateSessionTold() {
  const loadWords = useLoadWords()
  const { browser } = useInstance().services
  const isOdd = !browser.isSecureContext() || browser.isFramed()
  const hasNotice = useLatchkeyState('connection', (state) => state.notice !== undefined) || isOdd
  const [Told, setTold] = useState<ComponentType>()
  useEffect(() => {
    if (!hasNotice || Told !== undefined) return
    Promise.all([import('./ConnectTold.tsx'), loadWords()]).then(
      ([{ ConnectTold }]) => setTold(() => ConnectTold),
      () => {},
    )
  }, [Told, hasNotice, loadWords])
  if (Told !== undefined) return <Told />
  return hasNotice ? <span hidden data-loading="" /> : null
}
