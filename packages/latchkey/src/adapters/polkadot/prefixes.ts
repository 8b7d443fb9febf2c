import type { NetworkId } from '../../core/types/network.ts'

/** SS58 prefix of addresses by network. Source: SS58 registry. */
export const SS58_PREFIXES: Readonly<Record<NetworkId, number>> = {
  // Polkadot and its Asset Hub, Kusama, Westend.
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 42,
}

/** Prefix of addresses that belong to no chain. Source: SS58 registry. */
export const GENERIC_PREFIX = 42
