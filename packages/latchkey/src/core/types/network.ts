/** A chain namespace of CAIP-2 that Latchkey knows. */
export type Namespace = keyof typeof EXPLORER_PAGES

/**
 * Every namespace, with the page of an address on its explorers. All that every page loads of one before a click: the rest is in
 * `values/namespaces.ts`, and comes later.
 */
export const EXPLORER_PAGES = {
  eip155: 'address',
  solana: 'address',
  bip122: 'address',
  polkadot: 'account',
} as const

/** Every namespace, in the order used wherever order matters and nobody chose one. */
export const NAMESPACES = /* @__PURE__ */ Object.keys(EXPLORER_PAGES) as readonly Namespace[]

/** A CAIP-2 id, such as `eip155:1`. */
export type NetworkId = `${Namespace}:${string}`

/** A CAIP-10 account, such as `eip155:1:0xab…`. */
export type CaipAddress = `${NetworkId}:${string}`

/** A network as Latchkey keeps it. */
export type Network = {
  /** Chain id within the namespace: a number for eip155, a string elsewhere. */
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: Namespace
  readonly caipNetworkId: NetworkId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
  /** A picture of the site's own (https, same origin or data:); otherwise the gateway's, otherwise a letter. */
  readonly assets?: { readonly imageUrl?: string | undefined } | undefined
}

/** What a site may pass as a network: ours, or a chain of viem, which lacks the two CAIP fields and counts as eip155. */
export type NetworkInput = Omit<Network, 'chainNamespace' | 'caipNetworkId'> & {
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: NetworkId | undefined
}

/** Reads the namespace of a CAIP-2 or CAIP-10 id; undefined when it is none that Latchkey knows. */
export function getNamespace(id: string): Namespace | undefined {
  const namespace = id.slice(0, id.indexOf(':'))
  return NAMESPACES.find((known) => known === namespace)
}
