import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Portuguese words of the host's buttons. */
export const pt: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Conectar carteira',
  connecting: 'Conectando…',
  reconnecting: 'Reconectando',
  switchNetwork: 'Mudar de rede',
  unknownNetwork: 'Rede desconhecida',
  selectNetwork: 'Selecionar rede',
  tryAgain: 'Tentar de novo',
  reload: 'Recarregar página',
  account: 'Conta {account} em {network}',
  accountWithBalance: 'Conta {balance}, {account} em {network}',
  walletConnected: '{wallet}, conectada',
  walletFailed: 'Tentar {wallet} de novo',
  email: 'E-mail',
}
