import type { ViewTable } from '../../view.ts'

/** Views by which something is sent from the account. */
export const sendViews: Pick<
  ViewTable,
  'WalletSend' | 'WalletSendSelectToken' | 'WalletSendPreview' | 'WalletSendConfirmed'
> = {
  WalletSend: {
    focus: ['amount', 'recipient'],
  },
  WalletSendSelectToken: {
    focus: ['search', 'token:'],
  },
  WalletSendPreview: {},
  WalletSendConfirmed: {
    focus: ['close'],
  },
}
