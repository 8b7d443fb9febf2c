import type { ViewTable } from '../../view.ts'

type Name =
  | 'BuyInProgress'
  | 'FundWallet'
  | 'OnRampActivity'
  | 'OnRampFiatSelect'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'WhatIsABuy'

const load = (name: Name) => () => import('./onrampRoom.ts').then(({ ONRAMP_ROOM }) => ONRAMP_ROOM[name])

/** Views by which coins are bought, of one file. */
export const onrampViews: Pick<ViewTable, Name> = {
  FundWallet: { load: load('FundWallet'), focus: ['buy', 'receive'] },
  OnRampProviders: { load: load('OnRampProviders'), focus: ['from:amount'] },
  OnRampTokenSelect: { load: load('OnRampTokenSelect'), focus: ['legal', 'current', 'token:'] },
  OnRampFiatSelect: { load: load('OnRampFiatSelect'), focus: ['legal', 'current', 'currency:'] },
  BuyInProgress: {
    load: load('BuyInProgress'),
    title: (t, { isOver }) => t(isOver ? 'title.FundWallet' : 'title.BuyInProgress'),
  },
  OnRampActivity: { load: load('OnRampActivity') },
  WhatIsABuy: { load: load('WhatIsABuy'), focus: ['back'] },
}
