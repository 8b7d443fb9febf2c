import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardAccount, StandardWallet } from './standardWallet.ts'

/** Our types and those of the package stand for each other, so that a site may hand ours to a library that asks for its. */
export function passOn(ours: StandardWallet, theirs: Wallet): readonly [Wallet, StandardWallet] {
  return [ours, theirs]
}
export function passOnAccount(ours: StandardAccount, theirs: WalletAccount): readonly [WalletAccount, StandardAccount] {
  return [ours, theirs]
}
