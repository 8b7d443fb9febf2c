import { useLatchkeyState } from '../hooks.ts'
import { pick } from '../pick.ts'
import { late } from './late.tsx'

const LateBanner = late(() => import('./BannerLine.tsx').then(pick('BannerLine')))

/** One alert for developers at a time. */
export function BannerSlot() {
  const banner = useLatchkeyState('banner', (state) => state.banner)
  return banner ? <LateBanner banner={banner} /> : null
}
