/** What the server tells the demo page, as a block of JSON in its markup. Addresses differ from run to run. */
export type DemoSettings = {
  readonly gatewayUrl: string
  readonly projectId: string
  readonly chains: readonly { readonly chainId: number; readonly name: string; readonly rpcUrl: string }[]
  /** Absent where this platform has no runtime for it. */
  readonly solana?: DemoSolanaSettings | undefined
  readonly contracts: DemoContracts
  /** Router that swaps of the first chain go to. */
  readonly swapRouter: `0x${string}`
  /** Host of the sample provider's pages. */
  readonly providerHost: string
  /** Where the demo wallet that is a page of its own stands. */
  readonly walletUrl: string
  /** Keys of the demo wallet's accounts. Worthless: they live on chains that end with the demo. */
  readonly walletKeys: readonly `0x${string}`[]
  /** Where the frame for wallets from an e-mail is; absent where its servers do not run. */
  readonly frameUrl?: string | undefined
  /** Key of the account that the page gives newcomers coins from. Worthless, too. */
  readonly giverKey: `0x${string}`
}

/** The Solana chain, and the seeds of the demo wallet's accounts there as hex. Worthless, too. */
export type DemoSolanaSettings = {
  /** The part of its CAIP-2 id behind the colon. */
  readonly id: string
  readonly name: string
  readonly rpcUrl: string
  readonly walletSeeds: readonly string[]
}

/** Where the contracts stand on the first chain. */
export type DemoContracts = {
  readonly pine: `0x${string}`
  readonly dollar: `0x${string}`
  readonly wrappedEther: `0x${string}`
  readonly shade: `0x${string}`
  readonly shop: `0x${string}`
}

/** The id of the element that carries the settings. */
export const SETTINGS_ELEMENT = 'hollowpine-settings'
