import type { NetworkId } from '../../core/types/network.ts'

/** What a site may say to `polkadot`. */
export type PolkadotOptions = {
  /** SS58 prefix of addresses by network (CAIP-2 id), for networks that Latchkey does not bring. Default: 42, the generic one. */
  readonly ss58Prefixes?: Readonly<Record<NetworkId, number>> | undefined
}
