import type { ViewTable } from '../../view.ts'

type Name =
  | 'BuyInProgress'
  | 'FundWallet'
  | 'OnRampActivity'
  | 'OnRampFiatSelect'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'WhatIsABuy'

const of = (name: Name, ...focus: readonly string[]) => ({
  load: () => import('./onrampRoom.ts').then((code) => code.ONRAMP_ROOM[name]),
  focus,
})

/** Views by which coins are bought, of one file. Where something is chosen, the terms come first, else the one in use. */
export const onrampViews: Pick<ViewTable, Name> = {
  FundWallet: of('FundWallet', 'buy', 'receive'),
  OnRampProviders: of('OnRampProviders', 'from:amount'),
  OnRampTokenSelect: of('OnRampTokenSelect', 'legal', 'current', 'choice:'),
  OnRampFiatSelect: of('OnRampFiatSelect', 'legal', 'current', 'choice:'),
  BuyInProgress: {
    ...of('BuyInProgress'),
    title: (t, { isOver }) => t(isOver ? 'title.FundWallet' : 'title.BuyInProgress'),
  },
  OnRampActivity: of('OnRampActivity'),
  WhatIsABuy: of('WhatIsABuy', 'back'),
}
