import { pick } from '../pick.ts'

/** Where the code of views is that no first opening shows. */
export const laterViews = {
  AccountSettings: () => import('./account/AccountSettings.tsx').then(pick('AccountSettings')),
  AppPermissions: () => import('./permissions/AppPermissions.tsx').then(pick('AppPermissions')),
  CallsProgress: () => import('./calls/CallsProgress.tsx').then(pick('CallsProgress')),
  Diagnostics: () => import('./help/Diagnostics.tsx').then(pick('Diagnostics')),
  Networks: () => import('./networks/Networks.tsx').then(pick('Networks')),
  NftDetails: () => import('./nfts/NftDetails.tsx').then(pick('NftDetails')),
  PrivacyAndData: () => import('./privacy/PrivacyAndData.tsx').then(pick('PrivacyAndData')),
  ProfileWallets: () => import('./wallets/ProfileWallets.tsx').then(pick('ProfileWallets')),
  ReviewRequest: () => import('./guard/ReviewRequest.tsx').then(pick('ReviewRequest')),
  SIWXSignMessage: () => import('./signIn/SIWXSignMessage.tsx').then(pick('SIWXSignMessage')),
  Swap: () => import('./swap/Swap.tsx').then(pick('Swap')),
  SwapPreview: () => import('./swap/SwapPreview.tsx').then(pick('SwapPreview')),
  SwapSelectToken: () => import('./swap/SwapSelectToken.tsx').then(pick('SwapSelectToken')),
  SwitchActiveChain: () => import('./wallets/SwitchActiveChain.tsx').then(pick('SwitchActiveChain')),
  SwitchNetwork: () => import('./networks/SwitchNetwork.tsx').then(pick('SwitchNetwork')),
  TokenDetails: () => import('./tokens/TokenDetails.tsx').then(pick('TokenDetails')),
  TransactionDetails: () => import('./activity/TransactionDetails.tsx').then(pick('TransactionDetails')),
  UnsupportedChain: () => import('./networks/UnsupportedChain.tsx').then(pick('UnsupportedChain')),
  WalletCompatibleNetworks: () =>
    import('./receive/WalletCompatibleNetworks.tsx').then(pick('WalletCompatibleNetworks')),
  WalletReceive: () => import('./receive/WalletReceive.tsx').then(pick('WalletReceive')),
  WalletSend: () => import('./send/WalletSend.tsx').then(pick('WalletSend')),
  WalletSendConfirmed: () => import('./send/WalletSendConfirmed.tsx').then(pick('WalletSendConfirmed')),
  WalletSendPreview: () => import('./send/WalletSendPreview.tsx').then(pick('WalletSendPreview')),
  WalletSendSelectToken: () => import('./send/WalletSendSelectToken.tsx').then(pick('WalletSendSelectToken')),
  WhatIsANetwork: () => import('./help/WhatIsANetwork.tsx').then(pick('WhatIsANetwork')),
} as const
