import { type ComponentType, useEffect, useState } from 'react'
import { noticeOf } from '../../core/kernel/connections/notice.ts'
import { runLater } from '../../core/lazy.ts'
import { useInstance, useLatchkeyState, useLoadWords } from '../hooks.ts'
import { later } from '../later.ts'

const loadNotice = later('ConnectNotice')

/** What became of a connection, or what is wrong with this page's place, on the list of wallets: loaded only where there may be something to tell. */
export function LateSessionNotice() {
  const loadWords = useLoadWords()
  const instance = useInstance()
  const { browser } = instance.services
  const isOdd = !browser.isSecureContext() || browser.isFramed()
  const hasNotice = useLatchkeyState(noticeOf, (state) => state.notice !== undefined) || isOdd
  const [Late, setLate] = useState<ComponentType>()
  useEffect(() => {
    if (!hasNotice || Late !== undefined) return
    // The list of wallets is of use without it.
    runLater(
      instance,
      () => Promise.all([loadNotice(), loadWords()]),
      ([ConnectNotice]) => setLate(() => ConnectNotice),
    )
  }, [Late, hasNotice, instance, loadWords])
  if (Late !== undefined) return <Late />
  return hasNotice ? <span hidden data-loading="" /> : null
}
