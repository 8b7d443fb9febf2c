import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

/** Views by which something is sent from the account. */
export const sendViews: Pick<
  ViewTable,
  'WalletSend' | 'WalletSendSelectToken' | 'WalletSendPreview' | 'WalletSendConfirmed'
> = {
  WalletSend: {
    load: later('WalletSend'),
    focus: ['amount', 'recipient'],
  },
  WalletSendSelectToken: {
    load: later('WalletSendSelectToken'),
    focus: ['search', 'token:'],
  },
  WalletSendPreview: {
    load: later('WalletSendPreview'),
  },
  WalletSendConfirmed: {
    load: later('WalletSendConfirmed'),
    focus: ['close'],
  },
}
