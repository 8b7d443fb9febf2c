import type { Route } from './route.ts'
import { analyticsConfig } from './routes/analyticsConfig.ts'
import { approvals } from './routes/approvals.ts'
import { auth } from './routes/auth.ts'
import { balance } from './routes/balance.ts'
import { bundler } from './routes/bundler.ts'
import { convert } from './routes/convert.ts'
import { directory } from './routes/directory.ts'
import { events } from './routes/events.ts'
import { fungible } from './routes/fungible.ts'
import { history } from './routes/history.ts'
import { identity } from './routes/identity.ts'
import { images } from './routes/images.ts'
import { jsonRpc } from './routes/jsonRpc.ts'
import { name } from './routes/name.ts'
import { nfts } from './routes/nfts.ts'
import { onramp } from './routes/onramp.ts'
import { profile } from './routes/profile.ts'
import { socials } from './routes/socials.ts'
import { supportedChains } from './routes/supportedChains.ts'

/** Every wire endpoint that a gateway serves, in the order of its documentation. */
export const ROUTES: readonly Route[] = [
  supportedChains,
  jsonRpc,
  bundler,
  identity,
  name,
  ...profile,
  balance,
  history,
  nfts,
  approvals,
  ...convert,
  fungible,
  ...onramp,
  directory,
  ...images,
  analyticsConfig,
  events,
  socials,
  ...auth,
]
