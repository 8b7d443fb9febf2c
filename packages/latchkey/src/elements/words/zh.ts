import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Words of the host's buttons in Chinese, in simplified characters. */
export const zh: PlainWords & RichWords = {
  direction: 'ltr',
  connect: '连接钱包',
  connecting: '连接中…',
  reconnecting: '正在重新连接',
  switchNetwork: '切换网络',
  unknownNetwork: '未知网络',
  selectNetwork: '选择网络',
  tryAgain: '重试',
  reload: '重新加载页面',
  account: '{network} 上的账户 {account}',
  accountWithBalance: '{network} 上的账户 {balance}，{account}',
  walletConnected: '{wallet}，已连接',
  walletFailed: '重试 {wallet}',
  email: '邮箱',
}
