import { FARCASTER, findSocial } from '../../../core/ways/embedded/findSocial.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'
import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'
import { ConnectFooter } from '../connect/ConnectFooter.tsx'

type Name = 'ConnectSocials' | 'ConnectingSocial' | 'ConnectingFarcaster'

const loadRoom = later('socialRoom')

const load = (name: Name) => () => loadRoom().then((room) => room[name])

/** Views of logins at other services, of one file. */
export const socialViews: Pick<ViewTable, Name> = {
  ConnectSocials: { load: load('ConnectSocials'), focus: ['legal', 'social:'], Footer: ConnectFooter },
  ConnectingSocial: {
    load: load('ConnectingSocial'),
    title: (t, { provider }, instance) =>
      t('title.ConnectingSocial', { provider: findSocial(socialOf(instance).get(), provider).label }),
    focus: ['legal'],
  },
  ConnectingFarcaster: {
    load: load('ConnectingFarcaster'),
    title: (t, _, instance) =>
      t('title.ConnectingSocial', { provider: findSocial(socialOf(instance).get(), FARCASTER).label }),
    focus: ['legal', 'copy', 'remedy'],
  },
}
