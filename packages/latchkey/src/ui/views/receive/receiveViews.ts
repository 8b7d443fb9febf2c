import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

/** Views by which an account is paid. */
export const receiveViews: Pick<ViewTable, 'WalletReceive' | 'WalletCompatibleNetworks'> = {
  WalletReceive: {
    load: later('WalletReceive'),
    focus: ['copy'],
  },
  WalletCompatibleNetworks: {
    load: later('WalletCompatibleNetworks'),
  },
}
