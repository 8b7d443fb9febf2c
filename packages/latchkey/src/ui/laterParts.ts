import { pick } from './pick.ts'

/** Where the code is of views and parts that no first opening shows, nor any of the ways on from it that are taken most. */
export const laterParts = {
  AccountSettings: () => import('./views/account/AccountSettings.tsx').then(pick('AccountSettings')),
  AppPermissions: () => import('./views/permissions/AppPermissions.tsx').then(pick('AppPermissions')),
  ApproveTransaction: () =>
    import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.ApproveTransaction),
  BannerLine: () => import('./shell/BannerLine.tsx').then(pick('BannerLine')),
  BuyInProgress: () => import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.BuyInProgress),
  CallsFunds: () => import('./views/calls/CallsFunds.tsx').then(pick('CallsFunds')),
  CallsProgress: () => import('./views/calls/CallsProgress.tsx').then(pick('CallsProgress')),
  ChooseAccountName: () =>
    import('./views/names/accountNames.ts').then(({ accountNames }) => accountNames.ChooseAccountName),
  ConnectingFarcaster: () =>
    import('./views/social/socialRoom.ts').then(({ SOCIAL_ROOM }) => SOCIAL_ROOM.ConnectingFarcaster),
  ConnectingMultiChain: () => import('./views/connect/ConnectingMultiChain.tsx').then(pick('ConnectingMultiChain')),
  // The question to sign in has two names.
  ConnectingSiwe: () => import('./views/signIn/SIWXSignMessage.tsx').then(pick('SIWXSignMessage')),
  ConnectingSocial: () =>
    import('./views/social/socialRoom.ts').then(({ SOCIAL_ROOM }) => SOCIAL_ROOM.ConnectingSocial),
  ConnectNotice: () => import('./views/ConnectNotice.tsx').then(pick('ConnectNotice')),
  ConnectSocials: () => import('./views/social/socialRoom.ts').then(({ SOCIAL_ROOM }) => SOCIAL_ROOM.ConnectSocials),
  ConnectWallets: () => import('./views/connect/ConnectWallets.tsx').then(pick('ConnectWallets')),
  CoveredNotice: () => import('./shell/CoveredNotice.tsx').then(pick('CoveredNotice')),
  DiagnosisSlot: () => import('./shell/DiagnosisSlot.tsx').then(pick('DiagnosisSlot')),
  Diagnostics: () => import('./views/help/Diagnostics.tsx').then(pick('Diagnostics')),
  Downloads: () => import('./views/help/Downloads.tsx').then(pick('Downloads')),
  EmailLogin: () => import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.EmailLogin),
  emailRoom: () => import('./views/email/emailRoom.ts').then(pick('EMAIL_ROOM')),
  EmailVerifyDevice: () => import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.EmailVerifyDevice),
  EmailVerifyOtp: () => import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.EmailVerifyOtp),
  FundWallet: () => import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.FundWallet),
  GetWallet: () => import('./views/help/GetWallet.tsx').then(pick('GetWallet')),
  LineToast: () => import('./shell/LineToast.tsx').then(pick('LineToast')),
  NetworkPill: () => import('./shell/NetworkPill.tsx').then(pick('NetworkPill')),
  Networks: () => import('./views/networks/Networks.tsx').then(pick('Networks')),
  NetworksFooter: () => import('./views/networks/NetworksFooter.tsx').then(pick('NetworksFooter')),
  NftDetails: () => import('./views/nfts/NftDetails.tsx').then(pick('NftDetails')),
  NoticeToast: () => import('./shell/NoticeToast.tsx').then(pick('NoticeToast')),
  OnRampActivity: () => import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.OnRampActivity),
  OnRampFiatSelect: () =>
    import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.OnRampFiatSelect),
  OnRampProviders: () => import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.OnRampProviders),
  OnRampTokenSelect: () =>
    import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.OnRampTokenSelect),
  placeFrame: () => import('./shell/placeFrame.ts').then(pick('placeFrame')),
  PrivacyAndData: () => import('./views/privacy/PrivacyAndData.tsx').then(pick('PrivacyAndData')),
  ProfileWallets: () => import('./views/wallets/ProfileWallets.tsx').then(pick('ProfileWallets')),
  readReturn: () => import('../core/flow/readReturn.ts').then(pick('readReturn')),
  RegisterAccountName: () =>
    import('./views/names/accountNames.ts').then(({ accountNames }) => accountNames.RegisterAccountName),
  RegisterAccountNameSuccess: () =>
    import('./views/names/accountNames.ts').then(({ accountNames }) => accountNames.RegisterAccountNameSuccess),
  reopen: () => import('../core/flow/reloadAt.ts').then(pick('reopen')),
  returnFromSocial: () => import('../core/features/social/returnFromSocial.ts').then(pick('returnFromSocial')),
  ReviewRequest: () => import('./views/guard/ReviewRequest.tsx').then(pick('ReviewRequest')),
  SIWXSignMessage: () => import('./views/signIn/SIWXSignMessage.tsx').then(pick('SIWXSignMessage')),
  SmartAccountSettings: () =>
    import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.SmartAccountSettings),
  socialRoom: () => import('./views/social/socialRoom.ts').then(pick('SOCIAL_ROOM')),
  Swap: () => import('./views/swap/Swap.tsx').then(pick('Swap')),
  SwapPreview: () => import('./views/swap/SwapPreview.tsx').then(pick('SwapPreview')),
  SwapSelectToken: () => import('./views/swap/SwapSelectToken.tsx').then(pick('SwapSelectToken')),
  SwitchActiveChain: () => import('./views/wallets/SwitchActiveChain.tsx').then(pick('SwitchActiveChain')),
  SwitchNetwork: () => import('./views/networks/SwitchNetwork.tsx').then(pick('SwitchNetwork')),
  tellSettled: () => import('./shell/tellSettled.ts').then(pick('tellSettled')),
  TipBubble: () => import('./shell/TipBubble.tsx').then(pick('TipBubble')),
  TokenDetails: () => import('./views/tokens/TokenDetails.tsx').then(pick('TokenDetails')),
  TransactionDetails: () => import('./views/activity/TransactionDetails.tsx').then(pick('TransactionDetails')),
  UnsupportedChain: () => import('./views/networks/UnsupportedChain.tsx').then(pick('UnsupportedChain')),
  UpdateEmailPrimaryOtp: () =>
    import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.UpdateEmailPrimaryOtp),
  UpdateEmailSecondaryOtp: () =>
    import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.UpdateEmailSecondaryOtp),
  UpdateEmailWallet: () => import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.UpdateEmailWallet),
  UpgradeEmailWallet: () =>
    import('./views/email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.UpgradeEmailWallet),
  WaitingBar: () => import('./shell/WaitingBar.tsx').then(pick('WaitingBar')),
  WalletCompatibleNetworks: () =>
    import('./views/receive/WalletCompatibleNetworks.tsx').then(pick('WalletCompatibleNetworks')),
  WalletReceive: () => import('./views/receive/WalletReceive.tsx').then(pick('WalletReceive')),
  WalletSend: () => import('./views/send/WalletSend.tsx').then(pick('WalletSend')),
  WalletSendConfirmed: () => import('./views/send/WalletSendConfirmed.tsx').then(pick('WalletSendConfirmed')),
  WalletSendPreview: () => import('./views/send/WalletSendPreview.tsx').then(pick('WalletSendPreview')),
  WalletSendSelectToken: () => import('./views/send/WalletSendSelectToken.tsx').then(pick('WalletSendSelectToken')),
  watchDrag: () => import('./shell/dragToClose.ts').then(pick('watchDrag')),
  WhatIsABuy: () => import('./views/onramp/onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM.WhatIsABuy),
  WhatIsANetwork: () => import('./views/help/WhatIsANetwork.tsx').then(pick('WhatIsANetwork')),
  WhatIsAWallet: () => import('./views/help/WhatIsAWallet.tsx').then(pick('WhatIsAWallet')),
} as const
