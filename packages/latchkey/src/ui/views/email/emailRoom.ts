import { ApproveTransaction } from './ApproveTransaction.tsx'
import { BackupReminder } from './BackupReminder.tsx'
import { UpdateEmailPrimaryOtp, UpdateEmailSecondaryOtp } from './ChangeCode.tsx'
import { EmailChoice } from './EmailChoice.tsx'
import { EmailLogin } from './EmailLogin.tsx'
import { EmailVerifyDevice } from './EmailVerifyDevice.tsx'
import { EmailVerifyOtp } from './EmailVerifyOtp.tsx'
import { SmartAccountSettings } from './SmartAccountSettings.tsx'
import { UpdateEmailWallet } from './UpdateEmailWallet.tsx'
import { UpgradeEmailWallet } from './UpgradeEmailWallet.tsx'
import { WalletRows } from './WalletRows.tsx'

/** All that is drawn for the wallet behind an e-mail, which is loaded together: each step soon follows on the one before. */
export const EMAIL_ROOM = {
  ApproveTransaction,
  BackupReminder,
  EmailChoice,
  EmailLogin,
  EmailVerifyDevice,
  EmailVerifyOtp,
  SmartAccountSettings,
  UpdateEmailPrimaryOtp,
  UpdateEmailSecondaryOtp,
  UpdateEmailWallet,
  UpgradeEmailWallet,
  WalletRows,
}
