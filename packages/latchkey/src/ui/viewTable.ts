import type { Translate } from './text.ts'
import type { ViewTable } from './view.ts'
import { Connect } from './views/connect/Connect.tsx'
import { ConnectFooter } from './views/connect/ConnectFooter.tsx'
import { NetworksFooter } from './views/networks/NetworksFooter.tsx'
import { toNetworkName } from './views/toNetworkName.ts'

/** The question to sign in, which has two names. */
const SIGN_IN = {
  load: async () => (await import('./views/signIn/SIWXSignMessage.tsx')).SIWXSignMessage,
  title: (t: Translate) => t('title.SIWXSignMessage'),
  focus: ['sign'],
}

/**
 * Every view by its name: what draws it, what it is called, and where the focus goes first. The wallet list comes with the
 * modal; the rest is loaded on the way there. Source: views, sections 3, 4 and 5.
 */
export const viewTable: ViewTable = {
  Connect: {
    Component: Connect,
    title: (t) => t('title.Connect'),
    focus: ['legal', 'wallet:'],
    Footer: ConnectFooter,
  },
  ConnectWallets: {
    load: async () => (await import('./views/connect/ConnectWallets.tsx')).ConnectWallets,
    title: (t) => t('title.ConnectWallets'),
    focus: ['legal', 'wallet:'],
    Footer: ConnectFooter,
  },
  AllWallets: {
    load: async () => (await import('./views/connect/AllWallets.tsx')).AllWallets,
    title: (t) => t('title.AllWallets'),
    focus: ['legal', 'search'],
  },
  ConnectingMultiChain: {
    load: async () => (await import('./views/connect/ConnectingMultiChain.tsx')).ConnectingMultiChain,
    title: (t) => t('title.ConnectingMultiChain'),
    focus: ['legal', 'family:'],
  },
  ConnectingExternal: {
    load: async () => (await import('./views/connect/ConnectingExternal.tsx')).ConnectingExternal,
    title: (_, { wallet }) => wallet.name,
    focus: ['legal'],
  },
  ConnectingWalletConnect: {
    load: async () => (await import('./views/connect/ConnectingWalletConnect.tsx')).ConnectingWalletConnect,
    title: (t, { wallet }) => wallet?.name ?? t('title.ConnectingWalletConnect'),
    focus: ['legal', 'copy', 'open', 'remedy'],
  },
  ConnectingWalletConnectBasic: {
    load: async () => (await import('./views/connect/ConnectingWalletConnectBasic.tsx')).ConnectingWalletConnectBasic,
    // A phone cannot scan its own screen: there it is the list.
    title: (t, _, { services }) => t(services.browser.isMobile() ? 'title.Connect' : 'title.ConnectingWalletConnect'),
    focus: ['legal', 'copy', 'wallet:'],
    Footer: ConnectFooter,
  },
  Account: {
    load: async () => (await import('./views/account/Account.tsx')).Account,
    title: (t) => t('title.Account'),
    hidesTitle: true,
  },
  AccountSettings: {
    load: async () => (await import('./views/account/AccountSettings.tsx')).AccountSettings,
    title: (t) => t('title.AccountSettings'),
  },
  ProfileWallets: {
    load: async () => (await import('./views/wallets/ProfileWallets.tsx')).ProfileWallets,
    title: (t) => t('title.ProfileWallets'),
  },
  SwitchActiveChain: {
    load: async () => (await import('./views/wallets/SwitchActiveChain.tsx')).SwitchActiveChain,
    title: (t) => t('title.SwitchActiveChain'),
    focus: ['family'],
  },
  Networks: {
    load: async () => (await import('./views/networks/Networks.tsx')).Networks,
    title: (t) => t('title.Networks'),
    focus: ['search', 'network:'],
    Footer: NetworksFooter,
  },
  SwitchNetwork: {
    load: async () => (await import('./views/networks/SwitchNetwork.tsx')).SwitchNetwork,
    title: (t, { networkId }, { stores }) =>
      t('title.SwitchNetwork', { network: toNetworkName(t, stores.networks.get(), networkId) }),
  },
  UnsupportedChain: {
    load: async () => (await import('./views/networks/UnsupportedChain.tsx')).UnsupportedChain,
    title: (t) => t('title.UnsupportedChain'),
    focus: ['network:'],
    role: 'alertdialog',
  },
  SIWXSignMessage: SIGN_IN,
  ConnectingSiwe: SIGN_IN,
  WhatIsAWallet: {
    load: async () => (await import('./views/help/WhatIsAWallet.tsx')).WhatIsAWallet,
    title: (t) => t('title.WhatIsAWallet'),
  },
  WhatIsANetwork: {
    load: async () => (await import('./views/help/WhatIsANetwork.tsx')).WhatIsANetwork,
    title: (t) => t('title.WhatIsANetwork'),
  },
  GetWallet: {
    load: async () => (await import('./views/help/GetWallet.tsx')).GetWallet,
    title: (t) => t('title.GetWallet'),
    focus: ['wallet:'],
  },
  Diagnostics: {
    load: async () => (await import('./views/help/Diagnostics.tsx')).Diagnostics,
    title: () => 'Diagnosis',
  },
  Downloads: {
    load: async () => (await import('./views/help/Downloads.tsx')).Downloads,
    title: (t, { wallet }) => t('title.Downloads', { wallet: wallet.name }),
    focus: ['download:'],
  },
}
