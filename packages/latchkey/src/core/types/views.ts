import type { WalletListing } from './listing.ts'
import type { NetworkId } from './network.ts'

/** Every view and the data it needs. Features add theirs by declaring them (`declare module`). A view that is not built is not named here. */
export interface ViewData {
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
  WhatIsAWallet: Record<never, never>
  WhatIsANetwork: Record<never, never>
  GetWallet: Record<never, never>
  Downloads: { readonly wallet: WalletListing }
}
export type ViewName = keyof ViewData

/** A view with the data it needs; data may be left out where there is none. */
export type ViewTarget = {
  [View in ViewName]: Record<never, never> extends ViewData[View]
    ? { readonly view: View; readonly data?: ViewData[View] | undefined }
    : { readonly view: View; readonly data: ViewData[View] }
}[ViewName]
