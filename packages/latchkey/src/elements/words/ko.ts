import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Korean words of the host's buttons. */
export const ko: PlainWords & RichWords = {
  direction: 'ltr',
  connect: '지갑 연결',
  connecting: '연결 중…',
  reconnecting: '다시 연결 중',
  switchNetwork: '네트워크 전환',
  unknownNetwork: '알 수 없는 네트워크',
  selectNetwork: '네트워크 선택',
  tryAgain: '다시 시도',
  reload: '페이지 새로고침',
  account: '{network} 계정 {account}',
  accountWithBalance: '{network} 계정 {balance}, {account}',
  walletConnected: '{wallet}, 연결됨',
  walletFailed: '{wallet} 다시 시도',
  email: '이메일',
}
