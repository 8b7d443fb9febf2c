/**
 * A wallet as the Wallet Standard 1.0.0 has it, written out for the types that a site gets from us, so that they need no
 * package of their own; those of `@wallet-standard/base` fit both ways.
 */
export type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
  /** `solana:mainnet` and the like. */
  readonly chains: readonly Identifier[]
  /** By name, such as `solana:signMessage`. */
  readonly features: Readonly<Record<Identifier, unknown>>
  readonly accounts: readonly StandardAccount[]
}

/** An account that a wallet shares. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Omit<Uint8Array, 'copyWithin' | 'fill' | 'reverse' | 'set' | 'sort'>
  readonly chains: readonly Identifier[]
  readonly features: readonly Identifier[]
  readonly label?: string
  readonly icon?: StandardWallet['icon']
}

type Identifier = `${string}:${string}`
