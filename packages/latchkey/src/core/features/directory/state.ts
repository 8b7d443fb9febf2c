import { defineStore } from '../../kernel/defineStore.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { NetworkId } from '../../types/network.ts'
import type { WalletGroup } from '../../types/options.ts'

export type DirectoryState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly featured: readonly WalletListing[]
  readonly recommended: readonly WalletListing[]
  /** Directory entries of wallets that were connected lately and are not in this browser. */
  readonly recent?: readonly WalletListing[] | undefined
  /** Directory entries of installed wallets, by rdns: picture and links for their rows. */
  readonly byRdns: Readonly<Record<string, WalletListing>>
  /** Rdns and names of excluded wallets, so that installed ones are hidden too. */
  readonly excluded: { readonly rdns: readonly string[]; readonly names: readonly string[] }
  /** All wallets of the directory, for rounded counts. */
  readonly count: number
  /** What the list of all wallets shows; absent until it is first opened. */
  readonly finding?: FindingState | undefined
}

/** The pages of the directory that were read so far, unique by id, in the directory's order. */
export type WalletPages = {
  readonly wallets: readonly WalletListing[]
  /** The last page that was read, from 1. */
  readonly page: number
  /** All matches, as the directory counts them; only grows. */
  readonly count: number
  readonly isWhole: boolean
}

/** The list of all wallets: what is asked for, and what has come. */
export type FindingState = {
  /** As typed. */
  readonly query: string
  readonly isCertifiedOnly: boolean
  /** Wallets for one network instead of those of the site (F-14). */
  readonly networkId: NetworkId | undefined
  /** The visitor wants to see wallets for other networks too. */
  readonly isAnyNetwork: boolean
  /** `failed` keeps what had come, and where nothing had, shows the bundled list. */
  readonly status: 'loading' | 'searching' | 'loadingMore' | 'ready' | 'failed'
  /** Whether any wallet of the directory is certified; without one the switch would only empty the list. */
  readonly hasCertified: boolean
  readonly browsed: WalletPages | undefined
  /** The newest answer to a search, until the search is emptied. `hidden` counts matches for other networks only. */
  readonly found: (WalletPages & { readonly query: string; readonly hidden: number }) | undefined
}

export const INITIAL_DIRECTORY: DirectoryState = {
  status: 'idle',
  featured: [],
  recommended: [],
  byRdns: {},
  excluded: { rdns: [], names: [] },
  count: 0,
}

/** What is known of the wallet directory. */
export const directoryOf = defineStore('directory', INITIAL_DIRECTORY)

/** Recommended wallets shown, in one page: what fits without scrolling. */
export const RECOMMENDED_WALLETS = 4

/** One group of the wallet list; groups without wallets are left out. */
export type ListedGroup = { readonly group: WalletGroup; readonly wallets: readonly WalletListing[] }
