import type { SignClient } from '@latchkey/walletconnect'
import type { createUniversalProvider } from '@latchkey/walletconnect/provider'

/** The protocol engine of one instance. Only types come from the engine's package, so that the eager core carries none of it. */
export type WalletConnectService = {
  readonly client: SignClient
  /** Loads what makes a provider over a session. Rejects when its file cannot be fetched. */
  readonly loadProvider: () => Promise<typeof createUniversalProvider>
  /** Addresses of the relay, tried in turn (F-10). */
  readonly relayUrls: readonly string[]
}
