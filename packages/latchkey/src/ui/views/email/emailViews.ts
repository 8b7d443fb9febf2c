import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

/** Views of the wallet that opens by an e-mail. */
export const emailViews: Pick<ViewTable, 'EmailLogin' | 'EmailVerifyOtp' | 'EmailVerifyDevice' | 'ApproveTransaction'> =
  {
    EmailLogin: { load: () => import('./EmailLogin.tsx').then(pick('EmailLogin')), focus: ['legal', 'email'] },
    EmailVerifyOtp: { load: () => import('./EmailVerifyOtp.tsx').then(pick('EmailVerifyOtp')), focus: ['code'] },
    EmailVerifyDevice: { load: () => import('./EmailVerifyDevice.tsx').then(pick('EmailVerifyDevice')) },
    ApproveTransaction: { load: () => import('./ApproveTransaction.tsx').then(pick('ApproveTransaction')) },
  }
