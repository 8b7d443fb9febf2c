import type { CreateLatchkeyOptions } from '../types/options.ts'
import { resolveAnalyticsOptions } from './analytics/declare.ts'
import { resolveOnrampOptions } from './onramp/options.ts'
import { resolveSignInOptions } from './signIn/declare.ts'
import { resolveSwapOptions } from './swap/options.ts'
import { resolveTokensOptions } from './tokens/options.ts'

// What rooms add to the types that a site sees. Published declarations reach these files from here, and every entry names this one.
export type {} from '../flow/stores.ts'
export type {} from '../kernel/instance.ts'
export type {} from '../ways/embedded/declare.ts'
export type {} from './activity/declare.ts'
export type {} from './analytics/declare.ts'
export type {} from './calls/declare.ts'
export type {} from './diagnosis/declare.ts'
export type {} from './names/declare.ts'
export type {} from './nfts/declare.ts'
export type {} from './onramp/declare.ts'
export type {} from './onramp/declareViews.ts'
export type {} from './onramp/options.ts'
export type {} from './permissions/declare.ts'
export type {} from './privacy/declare.ts'
export type {} from './receive/declare.ts'
export type {} from './send/declare.ts'
export type {} from './send/guard/declare.ts'
export type {} from './signIn/declare.ts'
export type {} from './swap/declare.ts'
export type {} from './swap/declareViews.ts'
export type {} from './swap/options.ts'
export type {} from './tokens/declareDetails.ts'
export type {} from './tokens/options.ts'

/** The options of all features, filled in. Each feature throws for what would show or ask a visitor something else than the site meant. */
export const resolveFeatureOptions = (given: CreateLatchkeyOptions) => ({
  ...resolveAnalyticsOptions(given),
  ...resolveOnrampOptions(given),
  ...resolveSignInOptions(given),
  ...resolveSwapOptions(given),
  ...resolveTokensOptions(given),
})
