/** What a namespace writes its own way in a sign-in message. Sources: EIP-4361, Sign-In With Solana, CAIP-122, the CAIP-2 profiles, BIP-173 and BIP-350 (with `bcrt` of regtest), base58check. */
export type SignInRecord = {
  /** Stands in "sign in with your … account". */
  readonly word: string
  /** What follows the colon of a CAIP-2 id. */
  readonly reference: RegExp
  /** A coarse look that tells families apart, not a checksum. */
  readonly address: RegExp
  /** Whether the text names a network by its reference alone. */
  readonly isBareReference?: true
  /** Names that the text has for networks, with their references. */
  readonly names?: readonly (readonly [name: string, reference: string])[]
  /** Whether the statement is held to ASCII, as EIP-4361 does. */
  readonly isAscii?: true
  /** Whether a text without a statement leaves out its line as well. */
  readonly isTight?: true
}

/** The first half of the hash of a genesis block. Source: CAIP-2 profiles. */
const GENESIS = /^[0-9a-f]{32}$/

/** Namespaces whose accounts can sign in. */
export const SIGN_IN_RECORDS = {
  eip155: {
    word: 'Ethereum',
    reference: /^(?:0|[1-9]\d{0,31})$/,
    address: /^0x[0-9a-fA-F]{40}$/,
    isBareReference: true,
    isAscii: true,
  },
  solana: {
    word: 'Solana',
    reference: /^[-_a-zA-Z0-9]{1,32}$/,
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    // Wallets write `mainnet` or `solana:mainnet`, sites CAIP-2; all mean the same chain.
    names: [
      ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
      ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
      ['localnet', 'localnet'],
    ],
    isTight: true,
  },
  bip122: {
    word: 'Bitcoin',
    reference: GENESIS,
    address: /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  },
  polkadot: { word: 'Polkadot', reference: GENESIS, address: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/ },
} as const satisfies Readonly<Record<string, SignInRecord>>

/** A namespace whose accounts can sign in. */
export type SignInNamespace = keyof typeof SIGN_IN_RECORDS
