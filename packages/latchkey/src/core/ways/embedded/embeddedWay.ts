import type { Way } from '../../kernel/way.ts'
import { EMBEDDED_NAMESPACES } from './embeddedId.ts'

/** The wallet that opens by an e-mail. Its code comes with the first e-mail that is sent, or with a login to restore. */
export function createEmbeddedWay(): Way {
  return {
    adapters: {},
    family: 'eip155',
    view: 'EmailLogin',
    method: 'email',
    marksReturn: false,
    serves: (_, namespace) => EMBEDDED_NAMESPACES.some((each) => each === namespace),
    load: () => import('./wayCalls.ts').then((code) => code.calls),
  }
}
