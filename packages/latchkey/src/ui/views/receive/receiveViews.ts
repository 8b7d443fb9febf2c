import type { ViewTable } from '../../view.ts'

/** Views by which an account is paid. */
export const receiveViews: Pick<ViewTable, 'WalletReceive' | 'WalletCompatibleNetworks'> = {
  WalletReceive: {
    focus: ['copy'],
  },
  WalletCompatibleNetworks: {},
}
