import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { WayCalls } from '../../kernel/way.ts'
import { EMBEDDED_NAMESPACES } from './embeddedId.ts'
import { serveEmbedded } from './serveEmbedded.ts'

/** What is asked of the wallet that opens by an e-mail. */
export const calls: WayCalls = {
  connect: async () => {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'Logging in by e-mail needs the modal: an address has to be typed.')
  },
  restore: async (instance, wanted, { networkId }) => {
    const namespace = EMBEDDED_NAMESPACES.find((each) => each === wanted)
    return namespace ? serveEmbedded(instance).restore(namespace, networkId) : null
  },
  release: async ({ live }) => {
    live.embedded?.close()
    live.embedded = undefined
  },
  // Nothing waits in another place.
  check: async () => undefined,
  findLink: async () => undefined,
}
