import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Turkish words of the host's buttons. */
export const tr: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Cüzdan bağla',
  connecting: 'Bağlanıyor…',
  reconnecting: 'Yeniden bağlanıyor',
  switchNetwork: 'Ağ değiştir',
  unknownNetwork: 'Bilinmeyen ağ',
  selectNetwork: 'Ağ seç',
  tryAgain: 'Yeniden dene',
  reload: 'Sayfayı yenile',
  account: 'Hesap {account}, ağ {network}',
  accountWithBalance: 'Hesap {balance}, {account}, ağ {network}',
  walletConnected: '{wallet}, bağlandı',
  walletFailed: '{wallet} için yeniden dene',
  email: 'E-posta',
}
