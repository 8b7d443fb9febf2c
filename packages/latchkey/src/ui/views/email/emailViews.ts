import { surfaceOf } from '../../../core/kernel/surface.ts'
import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

type Name =
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'UpgradeEmailWallet'
  | 'SmartAccountSettings'
  | 'ApproveTransaction'

const loadRoom = later('emailRoom')

const load = (name: Name) => () => loadRoom().then((room) => room[name])

/** Views of the wallet that opens by an e-mail, of one file. */
export const emailViews: Pick<ViewTable, Name> = {
  EmailLogin: { load: load('EmailLogin'), focus: ['legal', 'email'] },
  EmailVerifyOtp: { load: load('EmailVerifyOtp'), focus: ['code'] },
  EmailVerifyDevice: { load: load('EmailVerifyDevice') },
  UpdateEmailWallet: { load: load('UpdateEmailWallet'), focus: ['email'] },
  UpdateEmailPrimaryOtp: { load: load('UpdateEmailPrimaryOtp'), focus: ['code'] },
  UpdateEmailSecondaryOtp: { load: load('UpdateEmailSecondaryOtp'), focus: ['code'] },
  UpgradeEmailWallet: { load: load('UpgradeEmailWallet'), focus: ['export'] },
  SmartAccountSettings: { load: load('SmartAccountSettings'), focus: ['smartAccount'] },
  ApproveTransaction: {
    load: load('ApproveTransaction'),
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
