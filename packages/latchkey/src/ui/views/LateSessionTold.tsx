import { type ComponentType, useEffect, useState } from 'react'
import { useLatchkeyState, useLoadWords } from '../hooks.ts'

/** What became of a connection, on the list of wallets: loaded only where there is something to tell. */
export function LateSessionTold() {
  const loadWords = useLoadWords()
  const hasNotice = useLatchkeyState('connection', (state) => state.notice !== undefined)
  const [Told, setTold] = useState<ComponentType>()
  useEffect(() => {
    if (!hasNotice || Told !== undefined) return
    Promise.all([import('./SessionTold.tsx'), loadWords()]).then(
      ([{ SessionTold }]) => setTold(() => SessionTold),
      () => {},
    )
  }, [Told, hasNotice, loadWords])
  if (Told !== undefined) return <Told />
  return hasNotice ? <span hidden data-loading="" /> : null
}
