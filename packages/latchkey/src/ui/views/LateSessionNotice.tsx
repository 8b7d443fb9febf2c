import { type ComponentType, useEffect, useState } from 'react'
import { noticeOf } from '../../core/kernel/connections/notice.ts'
import { useInstance, useLatchkeyState, useLoadWords } from '../hooks.ts'
import { later } from '../later.ts'

const loadNotice = later('ConnectNotice')

/** What became of a connection, or what is wrong with this page's place, on the list of wallets: loaded only where there may be something to tell. */
export function LateSessionNotice() {
  const loadWords = useLoadWords()
  const { browser } = useInstance().services
  const isOdd = !browser.isSecureContext() || browser.isFramed()
  const hasNotice = useLatchkeyState(noticeOf, (state) => state.notice !== undefined) || isOdd
  const [Late, setLate] = useState<ComponentType>()
  useEffect(() => {
    if (!hasNotice || Late !== undefined) return
    Promise.all([loadNotice(), loadWords()]).then(
      ([ConnectNotice]) => setLate(() => ConnectNotice),
      // The list of wallets is of use without it.
      () => {},
    )
  }, [Late, hasNotice, loadWords])
  if (Late !== undefined) return <Late />
  return hasNotice ? <span hidden data-loading="" /> : null
}
