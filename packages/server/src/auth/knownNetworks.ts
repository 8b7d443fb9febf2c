/**
 * Networks outside eip155 that accounts sign in on unless the operator says otherwise. A signature there needs no node.
 * Source: CAIP-2 profiles of the namespaces.
 */
export const KNOWN_NETWORKS: readonly string[] = [
  // Solana: mainnet, devnet, testnet.
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  // Bitcoin: mainnet, testnet 3, testnet 4, signet.
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
  'bip122:00000000da84f2bafbbc53dee25a72ae',
  'bip122:00000008819873e925422c1ff0f99f7c',
  // Polkadot and its asset hub, Kusama, Westend.
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
]
