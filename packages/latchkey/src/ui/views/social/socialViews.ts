import { FARCASTER, findSocial } from '../../../core/ways/embedded/findSocial.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'
import type { ViewTable } from '../../view.ts'
import { ConnectFooter } from '../connect/ConnectFooter.tsx'

/** Views of logins at other services. */
export const socialViews: Pick<ViewTable, 'ConnectSocials' | 'ConnectingSocial' | 'ConnectingFarcaster'> = {
  ConnectSocials: { focus: ['legal', 'social:'], Footer: ConnectFooter },
  ConnectingSocial: {
    title: (t, { provider }, instance) =>
      t('title.ConnectingSocial', { provider: findSocial(socialOf(instance).get(), provider).label }),
    focus: ['legal'],
  },
  ConnectingFarcaster: {
    title: (t, _, instance) =>
      t('title.ConnectingSocial', { provider: findSocial(socialOf(instance).get(), FARCASTER).label }),
    focus: ['legal', 'copy', 'remedy'],
  },
}
