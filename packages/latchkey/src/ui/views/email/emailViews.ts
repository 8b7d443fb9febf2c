import { surfaceOf } from '../../../core/kernel/surface.ts'
import type { ViewTable } from '../../view.ts'

/** Views of the wallet that opens by an e-mail. */
export const emailViews: Pick<
  ViewTable,
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'UpgradeEmailWallet'
  | 'SmartAccountSettings'
  | 'ApproveTransaction'
> = {
  EmailLogin: { focus: ['legal', 'email'] },
  EmailVerifyOtp: { focus: ['code'] },
  EmailVerifyDevice: {},
  UpdateEmailWallet: { focus: ['email'] },
  UpdateEmailPrimaryOtp: { focus: ['code'] },
  UpdateEmailSecondaryOtp: { focus: ['code'] },
  UpgradeEmailWallet: { focus: ['export'] },
  SmartAccountSettings: { focus: ['smartAccount'] },
  ApproveTransaction: {
    // The frame has screens of its own too, which the settings lead to.
    title: (t, _, instance) =>
      t(
        (surfaceOf(instance).get().wanted?.reason ?? 'approve') === 'approve'
          ? 'title.ApproveTransaction'
          : 'title.AccountSettings',
      ),
    focus: ['frame'],
  },
}
