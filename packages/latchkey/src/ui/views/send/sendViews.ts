import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

/** Views by which something is sent from the account. */
export const sendViews: Pick<
  ViewTable,
  'WalletSend' | 'WalletSendSelectToken' | 'WalletSendPreview' | 'WalletSendConfirmed'
> = {
  WalletSend: {
    load: () => import('./WalletSend.tsx').then(pick('WalletSend')),
    focus: ['amount', 'recipient'],
  },
  WalletSendSelectToken: {
    load: () => import('./WalletSendSelectToken.tsx').then(pick('WalletSendSelectToken')),
    focus: ['search', 'token:'],
  },
  WalletSendPreview: {
    load: () => import('./WalletSendPreview.tsx').then(pick('WalletSendPreview')),
  },
  WalletSendConfirmed: {
    load: () => import('./WalletSendConfirmed.tsx').then(pick('WalletSendConfirmed')),
    focus: ['close'],
  },
}
