import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Hindi words of the host's buttons. */
export const hi: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'वॉलेट कनेक्ट करें',
  connecting: 'कनेक्ट हो रहा है…',
  reconnecting: 'फिर से कनेक्ट हो रहा है',
  switchNetwork: 'नेटवर्क बदलें',
  unknownNetwork: 'अज्ञात नेटवर्क',
  selectNetwork: 'नेटवर्क चुनें',
  tryAgain: 'फिर कोशिश करें',
  reload: 'पेज रीलोड करें',
  account: '{network} पर खाता {account}',
  accountWithBalance: '{network} पर खाता {balance}, {account}',
  walletConnected: '{wallet}, कनेक्ट हो गया',
  walletFailed: '{wallet} फिर आज़माएँ',
  email: 'ईमेल',
}
