import type { ViewTable } from '../../view.ts'

/** Views by which coins are bought. Where something is chosen, the terms come first, else the one in use. */
export const onrampViews: Pick<
  ViewTable,
  | 'BuyInProgress'
  | 'FundWallet'
  | 'OnRampActivity'
  | 'OnRampFiatSelect'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'WhatIsABuy'
> = {
  FundWallet: { focus: ['buy', 'receive'] },
  OnRampProviders: { focus: ['from:amount'] },
  OnRampTokenSelect: { focus: ['legal', 'current', 'choice:'] },
  OnRampFiatSelect: { focus: ['legal', 'current', 'choice:'] },
  BuyInProgress: { title: (t, { isOver }) => t(isOver ? 'title.FundWallet' : 'title.BuyInProgress') },
  OnRampActivity: {},
  WhatIsABuy: { focus: ['back'] },
}
