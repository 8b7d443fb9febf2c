import type { Instance } from '../../../latchkey.ts'
import { NAMESPACES } from '../../../network.ts'
import type { LiveWalletConnect } from './startWalletConnect.ts'

/** Lets go of the session of this page, without a word to the wallet. */
export function closeSession(instance: Instance, wc: LiveWalletConnect): void {
  wc.session?.provider.close()
  wc.session?.over.abort()
  wc.session = undefined
  const { connection } = instance.stores
  connection.set((state) => (state.relayTrouble ? { ...state, relayTrouble: undefined } : state))
  for (const namespace of NAMESPACES) delete instance.live.sessionAdapters[namespace]
}
