import type { Instance } from '../../latchkey.ts'
import { demand, type Shape } from '../../resolveOptions.ts'
import type { Siwx } from '../../siwx.ts'

/** The option `siwx` and what it takes. Kept apart from the others, so that only sites that use it load its check. */
const SHAPE: Shape = {
  '*': 'any',
  required: 'yesNo',
  scope: 'address|chain',
  signOutOnDisconnect: 'yesNo',
  'createFields!': 'function',
  'addSession!': 'function',
  'setSessions!': 'function',
  'getSessions!': 'function',
  'revokeSession!': 'function',
}

/** What the site passed as `siwx`, made and checked. Throws `OPTION_INVALID`. */
export function readSiwx({ options, services }: Instance): Siwx {
  const { siwx, gatewayUrl, projectId } = options
  const origin = services.browser.origin()
  const location = {
    host: URL.canParse(origin) ? new URL(origin).host : '',
    origin,
    href: services.walletWindow?.location?.href ?? origin,
  }
  const made: unknown = typeof siwx === 'function' ? siwx({ ...services, gatewayUrl, projectId, location }) : siwx
  demand(made, SHAPE, 'siwx')
  return made as Siwx
}
