/** What we use of a Standard Wallet on Solana. */
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import type { Account, Connector } from '../../core/types/adapter.ts'
import { getFeature, listChains } from '../standard/features.ts'
import { parseAddress } from './address.ts'

/** Each feature and the method that makes it one. */
type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignInFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

/** A feature of a wallet, or undefined where it lacks it. */
export function getSolanaFeature<Name extends keyof Features>(wallet: Wallet, name: Name): Features[Name] | undefined {
  const method = name === 'standard:events' ? 'on' : name.slice(name.indexOf(':') + 1)
  return getFeature<Features[Name]>(wallet, name, method as keyof Features[Name] & string)
}

/** Whether a wallet is on any Solana network, whatever it can do there. */
export function hasSolanaChain(wallet: Wallet): boolean {
  return listChains(wallet).some((chain) => chain.startsWith('solana:'))
}

/** Whether a wallet can be connected and can do something with a transaction on some Solana network. */
export function isSolanaWallet(wallet: Wallet): boolean {
  return (
    hasSolanaChain(wallet) &&
    getSolanaFeature(wallet, 'standard:connect') !== undefined &&
    (getSolanaFeature(wallet, 'solana:signTransaction') ??
      getSolanaFeature(wallet, 'solana:signAndSendTransaction')) !== undefined
  )
}

/** The Standard Wallet of a connector; undefined where something else stands behind it, such as a session. */
export function getStandardWallet({ provider }: Pick<Connector, 'provider'>): Wallet | undefined {
  return typeof provider === 'object' && provider !== null && 'features' in provider && 'accounts' in provider
    ? (provider as Wallet)
    : undefined
}

/** The accounts that a wallet shares on Solana, its own objects, in its order. None where it cannot be read. */
export function listWalletAccounts(wallet: Wallet): readonly WalletAccount[] {
  return parseWalletAccounts(readAccounts(wallet))
}

/** Those among what a wallet told that are accounts on Solana. */
export function parseWalletAccounts(value: unknown): readonly WalletAccount[] {
  if (!Array.isArray(value)) return []
  return value.filter((account: unknown): account is WalletAccount => {
    if (typeof account !== 'object' || account === null) return false
    const chains = listChains(account as WalletAccount)
    return (
      parseAddress((account as Partial<WalletAccount>).address) !== undefined &&
      // Wallets of several families share the accounts of all by one list.
      (chains.length === 0 || chains.some((chain) => chain.startsWith('solana:')))
    )
  })
}

/** Accounts as the core keeps them, each once, with the wanted address first where it is shared. */
export function toAccounts(accounts: readonly WalletAccount[], wanted: string | undefined): readonly Account[] {
  const addresses = [...new Set(accounts.map(({ address }) => address))]
  return addresses
    .sort((a, b) => Number(b === wanted) - Number(a === wanted))
    .map((address) => ({ address, type: 'eoa' }))
}

function readAccounts(wallet: Wallet): unknown {
  try {
    return wallet.accounts
  } catch {
    return undefined
  }
}
