import { BuyInProgress } from './BuyInProgress.tsx'
import { FundWallet } from './FundWallet.tsx'
import { OnRampActivity } from './OnRampActivity.tsx'
import { OnRampFiatSelect, OnRampTokenSelect } from './OnRampChoice.tsx'
import { OnRampProviders } from './OnRampProviders.tsx'
import { WhatIsABuy } from './WhatIsABuy.tsx'

/** Every view of buying, which are loaded together: who opens one soon opens the next. */
export const ONRAMP_ROOM = {
  BuyInProgress,
  FundWallet,
  OnRampActivity,
  OnRampFiatSelect,
  OnRampProviders,
  OnRampTokenSelect,
  WhatIsABuy,
}
