import type { SignClient } from '@latchkey/walletconnect'
import type { createUniversalProvider } from '@latchkey/walletconnect/provider'

/** The protocol engine of one instance. Only types come from the engine's package, so that the eager core carries none of it. */
export type WalletConnectService = {
  readonly client: SignClient
  readonly createProvider: typeof createUniversalProvider
  /** Addresses of the relay, tried in turn (F-10). */
  readonly relayUrls: readonly string[]
}
