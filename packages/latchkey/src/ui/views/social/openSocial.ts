import { pushView } from '../../../core/flow/pushView.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import { FARCASTER } from '../../../core/ways/embedded/findSocial.ts'
import { startSocial } from '../../../core/ways/embedded/logInSocial.ts'
import type { Translate } from '../../text.ts'

/** Begins a login at a service, within the press that chose it, and shows how far it is. */
export function openSocial(instance: Instance, t: Translate, provider: string, focusKey: string): void {
  if (provider === FARCASTER) {
    pushView(instance, { view: 'ConnectingFarcaster' }, focusKey)
    return
  }
  startSocial(instance, { provider, title: t('social.loading') })
  pushView(instance, { view: 'ConnectingSocial', data: { provider } }, focusKey)
}
