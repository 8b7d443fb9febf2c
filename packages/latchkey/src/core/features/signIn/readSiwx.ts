import { parseUrl } from '@latchkey/wire/parseUrl'
import { findMistake, type Shape } from '../../checks/findMistake.ts'
import { toOptionError } from '../../checks/optionErrors.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Siwx } from '../../types/siwx.ts'
import { readPageAddress } from '../../values/readPageAddress.ts'

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
    host: parseUrl(origin)?.host ?? '',
    origin,
    href: readPageAddress(services.walletWindow) ?? origin,
  }
  const made: unknown = typeof siwx === 'function' ? siwx({ ...services, gatewayUrl, projectId, location }) : siwx
  const mistake = findMistake(made, SHAPE, 'siwx')
  if (mistake) throw toOptionError(mistake)
  return made as Siwx
}
