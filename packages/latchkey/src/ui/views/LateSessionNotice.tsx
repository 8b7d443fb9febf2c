import { noticeOf } from '../../core/kernel/connections/notice.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { later } from '../later.ts'
import { late } from '../shell/late.tsx'

const LateNotice = late(later('ConnectNotice'), <span hidden data-loading="" />)

/** What became of a connection, or what is wrong with this page's place, on the list of wallets: loaded only where there may be something to tell. */
export function LateSessionNotice() {
  const { browser } = useInstance().services
  const hasNotice = useLatchkeyState(noticeOf, (state) => state.notice !== undefined)
  return hasNotice || !browser.isSecureContext() || browser.isFramed() ? <LateNotice /> : null
}
