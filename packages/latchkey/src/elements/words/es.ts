import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Spanish words of the host's buttons. */
export const es: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Conectar billetera',
  connecting: 'Conectando…',
  reconnecting: 'Reconectando',
  switchNetwork: 'Cambiar de red',
  unknownNetwork: 'Red desconocida',
  selectNetwork: 'Elegir red',
  tryAgain: 'Reintentar',
  reload: 'Recargar la página',
  account: 'Cuenta {account} en {network}',
  accountWithBalance: 'Cuenta {balance}, {account} en {network}',
  walletConnected: '{wallet}, conectada',
  walletFailed: 'Reintentar {wallet}',
  email: 'Correo electrónico',
}
