import { useLatchkeyState } from '../hooks.ts'
import { later } from '../later.ts'
import { late } from './late.tsx'

const LateBanner = late(later('BannerLine'))

/** One alert for developers at a time. */
export function BannerSlot() {
  const banner = useLatchkeyState('banner', (state) => state.banner)
  return banner ? <LateBanner banner={banner} /> : null
}
