import type { Latchkey } from '../core/types/latchkey.ts'
import { type Eip1193Provider, isEip1193Provider } from './provider.ts'

/** Methods that a person answers in the wallet; what only reads is not among them. Sources: EIP-1474, EIP-1193, EIP-5792. */
const ASKING = /^(eth_requestAccounts|eth_sign|eth_sendTransaction|personal_|wallet_(?!get))/

/**
 * The wallet in use, for a library that asks it by itself: while the visitor is asked the modal is out of the wallet's way, as
 * for requests of our own. Undefined when none is connected. An object of ours beside the wallet's, which is never changed:
 * sites and wallets know that one by its identity.
 */
export function getToldProvider({ instance }: Latchkey): Eip1193Provider | undefined {
  const { connector, provider } = instance.stores.connection.get().byNamespace.eip155?.connection ?? {}
  if (!connector || !isEip1193Provider(provider)) return undefined
  const { on, removeListener } = provider
  return {
    request: (call) => {
      const ask = async (): Promise<unknown> => provider.request(call)
      const { whileAsked } = instance.live
      return whileAsked && ASKING.test(call.method) ? whileAsked(connector, ask) : ask()
    },
    ...(on && { on: on.bind(provider) }),
    ...(removeListener && { removeListener: removeListener.bind(provider) }),
  }
}
