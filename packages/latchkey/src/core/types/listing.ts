/** A wallet as rows and views show it: an installed connector, a directory entry, or both merged. */
export type WalletListing = {
  /** Stable within a list: connector id, else directory id. */
  readonly key: string
  readonly name: string
  /** What it was called before, where its directory says so. */
  readonly formerName?: string | undefined
  readonly imageUrl?: string | undefined
  /** Id of the picture in the directory. */
  readonly imageId?: string | undefined
  /** Present when the wallet is in this browser. One id a namespace; the first is the default. */
  readonly connectors: readonly { readonly namespace: string; readonly connectorId: string }[]
  readonly explorerId?: string | undefined
  /** Place in the directory, lower first. */
  readonly walletRank?: number | undefined
  readonly rdns?: string | undefined
  readonly isInstalled: boolean
  readonly isRecent: boolean
  /** Two different objects claim this rdns (SEC-89). */
  readonly isLookalike: boolean
  /** The directory vouches for its own entry; never for an installed wallet that only claims to be it (SEC-89). */
  readonly isCertified?: boolean | undefined
  readonly links: {
    readonly homepage?: string | undefined
    readonly chromeStore?: string | undefined
    readonly firefoxStore?: string | undefined
    readonly appStore?: string | undefined
    readonly playStore?: string | undefined
    /** Where the wallet's app takes a pairing: a scheme (`name://`) or a universal link. Checked (SEC-86). */
    readonly mobileLink?: string | undefined
    readonly desktopLink?: string | undefined
    readonly webappLink?: string | undefined
    /** How the wallet's own browser opens a page; read by `toBrowseLink` when one is wanted. */
    readonly browse?: unknown
  }
}
