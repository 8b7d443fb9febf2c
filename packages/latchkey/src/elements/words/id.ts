import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Indonesian words of the host's buttons. */
export const id: PlainWords & RichWords = {
  direction: 'ltr',
  connect: 'Hubungkan dompet',
  connecting: 'Menghubungkan…',
  reconnecting: 'Menghubungkan kembali',
  switchNetwork: 'Ganti jaringan',
  unknownNetwork: 'Jaringan tidak dikenal',
  selectNetwork: 'Pilih jaringan',
  tryAgain: 'Coba lagi',
  reload: 'Muat ulang halaman',
  account: 'Akun {account} di {network}',
  accountWithBalance: 'Akun {balance}, {account} di {network}',
  walletConnected: '{wallet}, terhubung',
  walletFailed: 'Coba lagi {wallet}',
  email: 'Email',
}
