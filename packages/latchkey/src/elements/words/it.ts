import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Italian words of the host's buttons. */
export const it: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Connetti wallet',
  connecting: 'Connessione…',
  reconnecting: 'Riconnessione',
  switchNetwork: 'Cambia rete',
  unknownNetwork: 'Rete sconosciuta',
  selectNetwork: 'Seleziona rete',
  tryAgain: 'Riprova',
  reload: 'Ricarica pagina',
  account: 'Account {account} su {network}',
  accountWithBalance: 'Account {balance}, {account} su {network}',
  walletConnected: '{wallet}, connesso',
  walletFailed: 'Riprova {wallet}',
  email: 'E-mail',
}
