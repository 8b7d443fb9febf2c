/** Features of a Standard Wallet, read when they are used: getters are live and may change or throw. */
import type { Wallet, WalletAccount } from '@wallet-standard/base'

/** A feature of a wallet when it has the wanted method, else undefined. Call the method on it, since wallets use `this`. */
export function getFeature<Feature extends object>(wallet: Wallet, name: string, method: keyof Feature & string) {
  try {
    const feature = (wallet.features as Readonly<Record<string, unknown>>)[name] as Feature | undefined | null
    return typeof feature === 'object' && feature !== null && typeof feature[method] === 'function'
      ? feature
      : undefined
  } catch {
    return undefined
  }
}

/** The chains that a wallet or an account names; none where it cannot be read. */
export function listChains(owner: Pick<Wallet | WalletAccount, 'chains'>): readonly string[] {
  try {
    return [...owner.chains]
  } catch {
    return []
  }
}
