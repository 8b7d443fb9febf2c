import type { NetworkId } from '../../network.ts'

/** A wallet as rows and views show it: an installed connector, a directory entry, or both merged. */
export type WalletListing = {
  /** Stable within a list: connector id, else directory id. */
  readonly key: string
  readonly name: string
  readonly imageUrl?: string | undefined
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

/** Every view and the data it needs. A view that is not built is not named here. */
export type ViewData = {
  Connect: Record<never, never>
  /** The wallet list on its own, where Connect shows one button for it. */
  ConnectWallets: Record<never, never>
  /** The whole directory, or with a network those wallets that serve it. */
  AllWallets: { readonly networkId?: NetworkId | undefined }
  /** A wallet that serves several families of networks. */
  ConnectingMultiChain: { readonly wallet: WalletListing; readonly redirectView?: ViewName | undefined }
  ConnectingExternal: {
    readonly wallet: WalletListing
    readonly redirectView?: ViewName | undefined
    /** Connects the wallet in every namespace that it has here, not in one. */
    readonly isAll?: boolean | undefined
  }
  /** One wallet by whatever way it has, or any wallet by its code. */
  ConnectingWalletConnect: {
    readonly wallet?: WalletListing | undefined
    readonly redirectView?: ViewName | undefined
  }
  /** First view of a site without adapters. */
  ConnectingWalletConnectBasic: Record<never, never>
  Account: Record<never, never>
  AccountSettings: Record<never, never>
  /** Every connected wallet. */
  ProfileWallets: Record<never, never>
  /** A network of a family that no connected wallet serves. */
  SwitchActiveChain: { readonly networkId: NetworkId }
  Networks: Record<never, never>
  SwitchNetwork: { readonly networkId: NetworkId }
  UnsupportedChain: Record<never, never>
  SIWXSignMessage: Record<never, never>
  /** The older name of SIWXSignMessage. */
  ConnectingSiwe: Record<never, never>
  WhatIsAWallet: Record<never, never>
  WhatIsANetwork: Record<never, never>
  GetWallet: Record<never, never>
  /** For developers, in debug mode. */
  Diagnostics: Record<never, never>
  Downloads: { readonly wallet: WalletListing }
}
export type ViewName = keyof ViewData

/** Every view, with the part of its data that it cannot be drawn without: for a site's code that no compiler has seen. */
export const VIEW_NEEDS = {
  Connect: '',
  ConnectWallets: '',
  AllWallets: '',
  ConnectingMultiChain: 'wallet',
  ConnectingExternal: 'wallet',
  ConnectingWalletConnect: '',
  ConnectingWalletConnectBasic: '',
  Account: '',
  AccountSettings: '',
  ProfileWallets: '',
  SwitchActiveChain: 'networkId',
  Networks: '',
  SwitchNetwork: 'networkId',
  UnsupportedChain: '',
  SIWXSignMessage: '',
  ConnectingSiwe: '',
  WhatIsAWallet: '',
  WhatIsANetwork: '',
  GetWallet: '',
  Diagnostics: '',
  Downloads: 'wallet',
} as const satisfies { readonly [View in ViewName]: '' | keyof ViewData[View] }

/** One entry of the router's history. Data stays with its entry; `focusKey` is what to focus when one comes back. */
export type Route = {
  [View in ViewName]: {
    readonly view: View
    readonly data: ViewData[View]
    readonly key: number
    readonly focusKey?: string | undefined
  }
}[ViewName]

/** A view with the data it needs; data may be left out where there is none. */
export type ViewTarget = {
  [View in ViewName]: Record<never, never> extends ViewData[View]
    ? { readonly view: View; readonly data?: ViewData[View] | undefined }
    : { readonly view: View; readonly data: ViewData[View] }
}[ViewName]
