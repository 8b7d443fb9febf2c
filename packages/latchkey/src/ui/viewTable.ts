import { later } from './later.ts'
import { pick } from './pick.ts'
import { late } from './shell/late.tsx'
import type { ViewTable } from './view.ts'
import { activityViews } from './views/activity/activityViews.ts'
import { callsViews } from './views/calls/callsViews.ts'
import { Connect } from './views/connect/Connect.tsx'
import { ConnectFooter } from './views/connect/ConnectFooter.tsx'
import { emailViews } from './views/email/emailViews.ts'
import { guardViews } from './views/guard/guardViews.ts'
import { diagnosisViews } from './views/help/diagnosisViews.ts'
import { nameViews } from './views/names/nameViews.ts'
import { onrampViews } from './views/onramp/onrampViews.ts'
import { receiveViews } from './views/receive/receiveViews.ts'
import { sendViews } from './views/send/sendViews.ts'
import { signInViews } from './views/signIn/signInViews.ts'
import { socialViews } from './views/social/socialViews.ts'
import { swapViews } from './views/swap/swapViews.ts'
import { toNetworkName } from './views/toNetworkName.ts'

/**
 * Every view by its name: what draws it, what it is called, and where the focus goes first. The wallet list comes with the
 * modal; the rest is loaded on the way there.
 */
export const viewTable: ViewTable = {
  Connect: {
    Component: Connect,
    focus: ['legal', 'email', 'social:', 'wallet:'],
    Footer: ConnectFooter,
  },
  ConnectWallets: {
    focus: ['legal', 'wallet:'],
    Footer: ConnectFooter,
  },
  AllWallets: {
    load: () => import('./views/connect/AllWallets.tsx').then(pick('AllWallets')),
    focus: ['legal', 'search'],
  },
  ConnectingMultiChain: {
    focus: ['legal', 'family:'],
  },
  ConnectingExternal: {
    load: () => import('./views/connect/ConnectingExternal.tsx').then(pick('ConnectingExternal')),
    title: (_, { wallet }) => wallet.name,
    focus: ['legal'],
  },
  ConnectingWalletConnect: {
    load: () => import('./views/connect/ConnectingWalletConnect.tsx').then(pick('ConnectingWalletConnect')),
    bringsWords: true,
    title: (t, { wallet }) => wallet?.name ?? t('title.ConnectingWalletConnect'),
    focus: ['legal', 'copy', 'open', 'remedy'],
  },
  ConnectingWalletConnectBasic: {
    load: () => import('./views/connect/ConnectingWalletConnectBasic.tsx').then(pick('ConnectingWalletConnectBasic')),
    bringsWords: true,
    // A phone cannot scan its own screen: there it is the list.
    title: (t, _, { services }) => t(services.browser.isMobile() ? 'title.Connect' : 'title.ConnectingWalletConnect'),
    focus: ['legal', 'copy', 'wallet:'],
    Footer: ConnectFooter,
  },
  Account: {
    load: () => import('./views/account/Account.tsx').then(pick('Account')),
    hidesTitle: true,
  },
  AccountSettings: {},
  PrivacyAndData: {},
  AppPermissions: {},
  ProfileWallets: {},
  SwitchActiveChain: {
    focus: ['family'],
  },
  Networks: {
    focus: ['search', 'network:'],
    Footer: late(later('NetworksFooter')),
  },
  SwitchNetwork: {
    title: (t, { networkId }, { stores }) =>
      t('title.SwitchNetwork', { network: toNetworkName(t, stores.networks.get(), networkId) }),
  },
  UnsupportedChain: {
    focus: ['network:'],
    role: 'alertdialog',
  },
  ...receiveViews,
  ...sendViews,
  ...swapViews,
  ...nameViews,
  ...onrampViews,
  ...guardViews,
  ...callsViews,
  ...activityViews,
  ...emailViews,
  ...socialViews,
  ...signInViews,
  WhatIsAWallet: {},
  WhatIsANetwork: {},
  GetWallet: {
    focus: ['wallet:'],
  },
  ...diagnosisViews,
  Downloads: {
    title: (t, { wallet }) => t('title.Downloads', { wallet: wallet.name }),
    focus: ['download:'],
  },
}
