import type { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { Instance } from '../types/latchkey.ts'
import { showAlert } from './showAlert.ts'

/** Names the setting behind a refusal of the gateway. */
export function sayRefused(instance: Instance, { code, shortMessage, facts }: LatchkeyError): void {
  const { live, options, services } = instance
  const isUnnamed = code === 'PROJECT_UNKNOWN' && options.projectId === undefined
  if (!live.said.has('GATEWAY_REFUSED')) {
    live.said.add('GATEWAY_REFUSED')
    const origin = services.walletWindow?.origin ?? services.browser.origin()
    services.logger.error(
      isUnnamed
        ? 'The gateway refuses this page. Set projectId to a project of the gateway.'
        : origin === 'null'
          ? 'The gateway refuses this page: it is in a frame whose sandbox takes its origin away. Add allow-same-origin to the sandbox, or open the page in a tab of its own.'
          : "The gateway refuses this page. Check projectId and the project's list of origins at the gateway.",
      { code, reason: shortMessage, requestId: facts.requestId, origin },
    )
  }
  showAlert(instance, isUnnamed ? 'PROJECT_ID_NOT_CONFIGURED' : 'INVALID_APP_CONFIGURATION', code)
}
