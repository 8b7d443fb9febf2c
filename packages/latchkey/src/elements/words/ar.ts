import type { ButtonWords } from './en.ts'

/** Arabic words of the host's buttons. */
export const ar: ButtonWords = {
  direction: 'rtl',
  connect: 'اربط المحفظة',
  connecting: 'جارٍ الربط...',
  switchNetwork: 'بدّل الشبكة',
  unknownNetwork: 'شبكة غير معروفة',
  selectNetwork: 'اختر الشبكة',
  account: 'الحساب {account} على {network}',
  accountWithBalance: 'الحساب {account}، {balance} على {network}',
}
