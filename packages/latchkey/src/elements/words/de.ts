import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** German words of the host's buttons. */
export const de: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Wallet verbinden',
  connecting: 'Wird verbunden…',
  reconnecting: 'Wird erneut verbunden',
  switchNetwork: 'Netzwerk wechseln',
  unknownNetwork: 'Unbekanntes Netzwerk',
  selectNetwork: 'Netzwerk wählen',
  tryAgain: 'Erneut versuchen',
  reload: 'Seite neu laden',
  account: 'Konto {account} auf {network}',
  accountWithBalance: 'Konto {balance}, {account} auf {network}',
  walletConnected: '{wallet}, verbunden',
  walletFailed: '{wallet} erneut versuchen',
  email: 'E-Mail',
}
