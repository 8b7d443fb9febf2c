import type { ViewData, ViewName } from '../types/views.ts'

/** Every view, with the part of its data that it cannot be drawn without: for a site's code that no compiler has seen. */
export const VIEW_NEEDS = {
  Connect: '',
  ConnectWallets: '',
  AllWallets: '',
  EmailLogin: '',
  EmailVerifyOtp: '',
  EmailVerifyDevice: '',
  ConnectSocials: '',
  ConnectingSocial: 'provider',
  ConnectingFarcaster: '',
  UpdateEmailWallet: '',
  UpdateEmailPrimaryOtp: 'newEmail',
  UpdateEmailSecondaryOtp: 'newEmail',
  UpgradeEmailWallet: '',
  SmartAccountSettings: '',
  ApproveTransaction: '',
  ConnectingMultiChain: 'wallet',
  ConnectingExternal: 'wallet',
  ConnectingWalletConnect: '',
  ConnectingWalletConnectBasic: '',
  Account: '',
  AccountSettings: '',
  ProfileWallets: '',
  PrivacyAndData: '',
  AppPermissions: '',
  WalletReceive: '',
  WalletCompatibleNetworks: '',
  WalletSend: '',
  WalletSendSelectToken: '',
  WalletSendPreview: '',
  WalletSendConfirmed: '',
  Swap: '',
  SwapSelectToken: 'side',
  SwapPreview: '',
  ChooseAccountName: '',
  RegisterAccountName: '',
  RegisterAccountNameSuccess: '',
  FundWallet: '',
  OnRampProviders: '',
  OnRampTokenSelect: '',
  OnRampFiatSelect: '',
  BuyInProgress: '',
  OnRampActivity: '',
  WhatIsABuy: '',
  ReviewRequest: '',
  CallsProgress: '',
  CallsFunds: '',
  TransactionDetails: 'activity',
  TokenDetails: 'token',
  NftDetails: 'nft',
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
