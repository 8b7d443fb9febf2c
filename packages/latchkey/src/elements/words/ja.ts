import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Japanese words of the host's buttons. */
export const ja: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'ウォレットを接続',
  connecting: '接続中…',
  reconnecting: '再接続中',
  switchNetwork: 'ネットワークを切り替え',
  unknownNetwork: '不明なネットワーク',
  selectNetwork: 'ネットワークを選択',
  tryAgain: 'もう一度試す',
  reload: 'ページを再読み込み',
  account: 'アカウント {account}（{network}）',
  accountWithBalance: 'アカウント {balance}、{account}（{network}）',
  walletConnected: '{wallet}、接続済み',
  walletFailed: '{wallet} をもう一度試す',
  email: 'メール',
}
