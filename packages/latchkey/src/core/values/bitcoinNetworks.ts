/** Networks of Bitcoin, and which of them an address may be on. Sources: BIP-141, BIP-173, BIP-350; CAIP-2, bip122: the genesis blocks. */
import type { NetworkId } from '../types/network.ts'

/** CAIP-2 ids by the name that wallets of the sats-connect kind give a network. */
export const NETWORK_IDS = {
  Mainnet: 'bip122:000000000019d6689c085ae165831e93',
  Testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  Testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  Signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  Regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const satisfies Record<string, NetworkId>

/** The networks on which an address may be: test networks share their prefixes. */
export function listAddressNetworks(address: string): readonly NetworkId[] {
  const { Mainnet, Testnet, Testnet4, Signet, Regtest } = NETWORK_IDS
  if (/^bc1|^[13]/i.test(address)) return [Mainnet]
  return /^bcrt1/i.test(address) ? [Regtest] : [Testnet, Testnet4, Signet, Regtest]
}
