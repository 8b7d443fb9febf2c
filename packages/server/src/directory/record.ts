import type { BrowseLink } from '@latchkey/wire'

/** One wallet as the directory keeps and answers it. Missing is null. */
export type WalletRecord = {
  /** 64 hex digits. */
  readonly id: string
  readonly name: string
  readonly homepage: string | null
  /** For `getWalletImage`; null when there is no picture. */
  readonly image_id: string | null
  /** Rank, lower first: 10, 20, 30 … */
  readonly order: number
  /** Scheme (`metamask://`) or https universal link. */
  readonly mobile_link: string | null
  readonly link_mode: string | null
  readonly desktop_link: string | null
  readonly webapp_link: string | null
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
  /** Where the extension is for Firefox. */
  readonly firefox_store: string | null
  /** Reverse domain name that the wallet announces by EIP-6963. */
  readonly rdns: string | null
  /** Flags of its injected provider, such as `isMetaMask`. */
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[] | null
  /** How the wallet's own browser opens a page on phones, where it has one. */
  readonly browse_links?: readonly BrowseLink[] | undefined
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  readonly badge_type: 'none' | 'certified' | null
  /** Pairs over the relay. */
  readonly supports_wc: boolean
}

/** A picture ready to be answered. */
export type Picture = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  /** Strong entity tag, quotes included: changes when the bytes do. */
  readonly etag: string
}

/** Pictures by what they are asked with: wallet image id, asset id or CAIP-2 id, token symbol in upper case. */
export type Pictures = {
  readonly wallets: ReadonlyMap<string, Picture>
  readonly assets: ReadonlyMap<string, Picture>
  readonly tokens: ReadonlyMap<string, Picture>
}
