import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Arabic words of the host's buttons. */
export const ar: PlainWords & RichWords = {
  direction: 'rtl',
  connect: 'اربط المحفظة',
  connecting: 'جارٍ الربط…',
  reconnecting: 'جارٍ إعادة الربط',
  switchNetwork: 'بدّل الشبكة',
  unknownNetwork: 'شبكة غير معروفة',
  selectNetwork: 'اختر الشبكة',
  tryAgain: 'حاول مرة أخرى',
  reload: 'أعد تحميل الصفحة',
  account: 'الحساب {account} على {network}',
  accountWithBalance: 'الحساب {balance}، {account} على {network}',
  walletConnected: '{wallet}، متصلة',
  walletFailed: 'حاول مع {wallet} مرة أخرى',
  email: 'البريد الإلكتروني',
}
