import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Words of the host's buttons in Chinese, in traditional characters. */
export const zhTW: PlainWords & RichWords = {
  direction: 'ltr',
  connect: '連接錢包',
  connecting: '連接中…',
  reconnecting: '正在重新連接',
  switchNetwork: '切換網路',
  unknownNetwork: '未知的網路',
  selectNetwork: '選擇網路',
  tryAgain: '再試一次',
  reload: '重新載入頁面',
  account: '{network} 上的帳戶 {account}',
  accountWithBalance: '{network} 上的帳戶 {balance}，{account}',
  walletConnected: '{wallet}，已連接',
  walletFailed: '再試一次 {wallet}',
  email: '電子郵件',
}
