import type { SignClientEvents } from '@latchkey/walletconnect'
import type { AlertCode } from '../../kernel/outcome.ts'
import type { Instance } from '../../types/latchkey.ts'

/** A token this young that the relay finds untimely was dated by a wrong clock, in ms. Source: F-11. */
export const FRESH_TOKEN_MS = 5_000

type Refusal = Extract<SignClientEvents['relayer'], { name: 'relayer_refused' }>

/** Why the relay refuses this page (F-11, F-12). The setting behind a refusal of the site is told to the developer, once. */
export function nameRefusal(instance: Instance, { reason, tokenAgeMs }: Refusal): 'CLOCK_WRONG' | 'SITE_REFUSED' {
  const isUntimely = /not yet valid|expired/i.test(reason)
  if (isUntimely && tokenAgeMs < FRESH_TOKEN_MS) {
    instance.tell({ kind: 'misconfigured', code: 'SESSION_EXPIRED', detail: reason })
    return 'CLOCK_WRONG'
  }
  const { said } = instance.live
  if (!said.has('SITE_REFUSED')) {
    said.add('SITE_REFUSED')
    instance.services.logger.error(
      'The relay refuses this page. Check projectId and the origins that the relay allows.',
      {
        reason,
      },
    )
    const code = isUntimely ? 'SESSION_EXPIRED' : chooseAlert(instance, reason)
    instance.tell({ kind: 'misconfigured', code, detail: reason })
  }
  return 'SITE_REFUSED'
}

function chooseAlert({ options }: Instance, reason: string): AlertCode {
  const isUnnamed = options.projectId === undefined && /project id is missing/i.test(reason)
  return isUnnamed ? 'PROJECT_ID_NOT_CONFIGURED' : 'INVALID_APP_CONFIGURATION'
}
