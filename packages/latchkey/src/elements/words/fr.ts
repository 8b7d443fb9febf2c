import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** French words of the host's buttons. */
export const fr: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Connecter un portefeuille',
  connecting: 'Connexion…',
  reconnecting: 'Reconnexion',
  switchNetwork: 'Changer de réseau',
  unknownNetwork: 'Réseau inconnu',
  selectNetwork: 'Choisir un réseau',
  tryAgain: 'Réessayer',
  reload: 'Recharger la page',
  account: 'Compte {account} sur {network}',
  accountWithBalance: 'Compte {balance}, {account} sur {network}',
  walletConnected: '{wallet}, connecté',
  walletFailed: 'Réessayer {wallet}',
  email: 'E-mail',
}
