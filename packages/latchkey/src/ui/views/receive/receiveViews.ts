import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

/** Views by which an account is paid. */
export const receiveViews: Pick<ViewTable, 'WalletReceive' | 'WalletCompatibleNetworks'> = {
  WalletReceive: {
    load: () => import('./WalletReceive.tsx').then(pick('WalletReceive')),
    focus: ['copy'],
  },
  WalletCompatibleNetworks: {
    load: () => import('./WalletCompatibleNetworks.tsx').then(pick('WalletCompatibleNetworks')),
  },
}
