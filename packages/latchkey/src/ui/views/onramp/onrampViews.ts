import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

type Name =
  | 'BuyInProgress'
  | 'FundWallet'
  | 'OnRampActivity'
  | 'OnRampFiatSelect'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'WhatIsABuy'

const loadRoom = later('onrampRoom')

const of = (name: Name, ...focus: readonly string[]) => ({
  load: () => loadRoom().then((room) => room[name]),
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
