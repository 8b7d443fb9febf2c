import type { WalletListing } from '../../kernel/shell/views.ts'
import type { WalletGroup } from '../../options.ts'

export type DirectoryState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly featured: readonly WalletListing[]
  readonly recommended: readonly WalletListing[]
  /** Directory entries of installed wallets, by rdns: picture and links for their rows. */
  readonly byRdns: Readonly<Record<string, WalletListing>>
  /** Rdns and names of excluded wallets, so that installed ones are hidden too. */
  readonly excluded: { readonly rdns: readonly string[]; readonly names: readonly string[] }
  /** All wallets of the directory, for rounded counts. */
  readonly count: number
}

export const INITIAL_DIRECTORY: DirectoryState = {
  status: 'idle',
  featured: [],
  recommended: [],
  byRdns: {},
  excluded: { rdns: [], names: [] },
  count: 0,
}

/** Recommended wallets shown, in one page. Source: product, business constants. */
export const RECOMMENDED_WALLETS = 4

/** One group of the wallet list; groups without wallets are left out. */
export type ListedGroup = { readonly group: WalletGroup; readonly wallets: readonly WalletListing[] }
