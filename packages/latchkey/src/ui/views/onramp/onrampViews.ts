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

/** The terms, where they are asked for, else the one in use. */
const CHOICE = ['legal', 'current', 'choice:']

/** Views by which coins are bought, of one file. */
export const onrampViews: Pick<ViewTable, Name> = {
  FundWallet: { load: load('FundWallet'), focus: ['buy', 'receive'] },
  OnRampProviders: { load: load('OnRampProviders'), focus: ['from:amount'] },
  OnRampTokenSelect: { load: load('OnRampTokenSelect'), focus: CHOICE },
  OnRampFiatSelect: { load: load('OnRampFiatSelect'), focus: CHOICE },
  BuyInProgress: {
    load: load('BuyInProgress'),
    title: (t, { isOver }) => t(isOver ? 'title.FundWallet' : 'title.BuyInProgress'),
  },
  OnRampActivity: { load: load('OnRampActivity') },
  WhatIsABuy: { load: load('WhatIsABuy'), focus: ['back'] },
}
