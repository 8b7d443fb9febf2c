import type { ViewTable } from './view.ts'
import { Account } from './views/account/Account.tsx'
import { AccountSettings } from './views/account/AccountSettings.tsx'
import { Connect } from './views/connect/Connect.tsx'
import { ConnectFooter } from './views/connect/ConnectFooter.tsx'
import { ConnectingExternal } from './views/connect/ConnectingExternal.tsx'
import { Downloads } from './views/help/Downloads.tsx'
import { GetWallet } from './views/help/GetWallet.tsx'
import { WhatIsANetwork } from './views/help/WhatIsANetwork.tsx'
import { WhatIsAWallet } from './views/help/WhatIsAWallet.tsx'
import { Networks } from './views/networks/Networks.tsx'
import { NetworksFooter } from './views/networks/NetworksFooter.tsx'
import { SwitchNetwork } from './views/networks/SwitchNetwork.tsx'
import { UnsupportedChain } from './views/networks/UnsupportedChain.tsx'
import { toNetworkName } from './views/toNetworkName.ts'

/** Every view by its name: what it draws, what it is called, and where the focus goes first. Source: views, sections 4 and 5. */
export const viewTable: ViewTable = {
  Connect: {
    Component: Connect,
    title: (t) => t('title.Connect'),
    focus: ['legal', 'wallet:'],
    Footer: ConnectFooter,
  },
  ConnectingExternal: { Component: ConnectingExternal, title: (_, { wallet }) => wallet.name, focus: ['legal'] },
  Account: { Component: Account, title: (t) => t('title.Account'), hidesTitle: true },
  AccountSettings: { Component: AccountSettings, title: (t) => t('title.AccountSettings') },
  Networks: {
    Component: Networks,
    title: (t) => t('title.Networks'),
    focus: ['search', 'network:'],
    Footer: NetworksFooter,
  },
  SwitchNetwork: {
    Component: SwitchNetwork,
    title: (t, { networkId }, { stores }) =>
      t('title.SwitchNetwork', { network: toNetworkName(t, stores.networks.get(), networkId) }),
  },
  UnsupportedChain: {
    Component: UnsupportedChain,
    title: (t) => t('title.UnsupportedChain'),
    focus: ['network:'],
    role: 'alertdialog',
  },
  WhatIsAWallet: { Component: WhatIsAWallet, title: (t) => t('title.WhatIsAWallet') },
  WhatIsANetwork: { Component: WhatIsANetwork, title: (t) => t('title.WhatIsANetwork') },
  GetWallet: { Component: GetWallet, title: (t) => t('title.GetWallet'), focus: ['wallet:'] },
  Downloads: {
    Component: Downloads,
    title: (t, { wallet }) => t('title.Downloads', { wallet: wallet.name }),
    focus: ['download:'],
  },
}
