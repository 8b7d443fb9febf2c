import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Russian words of the host's buttons. */
export const ru: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Подключить кошелёк',
  connecting: 'Подключение…',
  reconnecting: 'Повторное подключение',
  switchNetwork: 'Сменить сеть',
  unknownNetwork: 'Неизвестная сеть',
  selectNetwork: 'Выбрать сеть',
  tryAgain: 'Повторить',
  reload: 'Обновить страницу',
  account: 'Аккаунт {account}, сеть {network}',
  accountWithBalance: 'Аккаунт {balance}, {account}, сеть {network}',
  walletConnected: '{wallet}, подключено',
  walletFailed: 'Повторить с {wallet}',
  email: 'Эл. почта',
}
