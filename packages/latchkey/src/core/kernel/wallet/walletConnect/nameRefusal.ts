import type { SignClientEvents } from '@latchkey/walletconnect'
import type { Instance } from '../../../latchkey.ts'
import { showAlert } from '../../shell/showAlert.ts'

/** A token this young that the relay finds untimely was dated by a wrong clock, in ms. Source: F-11. */
export const FRESH_TOKEN_MS = 5_000

type Refusal = Extract<SignClientEvents['relayer'], { name: 'relayer_refused' }>

/** Why the relay refuses this page (F-11, F-12). The setting behind a refusal of the site is told to the developer, once. */
export function nameRefusal(instance: Instance, { reason, tokenAgeMs }: Refusal): 'CLOCK_WRONG' | 'SITE_REFUSED' {
  if (/not yet valid|expired/i.test(reason) && tokenAgeMs < FRESH_TOKEN_MS) return 'CLOCK_WRONG'
  const { said } = instance.live
  if (!said.has('SITE_REFUSED')) {
    said.add('SITE_REFUSED')
    instance.services.logger.error(
      'The relay refuses this page. Check projectId and the origins that the relay allows.',
      {
        reason,
      },
    )
    showAlert(instance, 'INVALID_APP_CONFIGURATION', reason)
  }
  return 'SITE_REFUSED'
}
