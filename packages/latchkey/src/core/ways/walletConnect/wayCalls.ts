import type { WayCalls } from '../../kernel/way.ts'
import { lazy } from '../../lazy.ts'
import { releaseSession } from './closeSession.ts'
import { findSessionLink } from './findSessionLink.ts'
import { restoreSession } from './restoreSession.ts'
import { checkRelay } from './retryRelay.ts'

/** What is asked of wallets behind a session. */
export const calls: WayCalls = {
  connect: async (instance, options) => {
    const { connectWalletConnect } = await lazy(instance, import('./connectWalletConnect.ts'), 'pair')
    return connectWalletConnect(instance, options)
  },
  restore: restoreSession,
  release: releaseSession,
  check: checkRelay,
  findLink: async ({ live }) => {
    const wc = await live.walletConnect
    return wc?.session && findSessionLink(wc.client, wc.session.topic)
  },
}
