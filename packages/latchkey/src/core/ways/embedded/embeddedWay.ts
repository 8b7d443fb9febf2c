import type { Way } from '../../kernel/way.ts'
import type { Options } from '../../types/options.ts'
import { EMBEDDED_NAMESPACES } from './embeddedId.ts'

/** The wallet that opens by an e-mail, or by another service. `load` brings its code, with the first login that is begun or one to restore. */
export function createEmbeddedWay({ email }: Options['features'], load: Way['load']): Way {
  return {
    adapters: {},
    family: 'eip155',
    view: email ? 'EmailLogin' : 'ConnectSocials',
    method: 'email',
    marksReturn: false,
    serves: (_, namespace) => EMBEDDED_NAMESPACES.some((each) => each === namespace),
    load,
  }
}
