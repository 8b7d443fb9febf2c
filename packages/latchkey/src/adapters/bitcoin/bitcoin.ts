import { loadOnce } from '../../core/lazy.ts'
import type { Adapter, CreateAdapter } from '../../core/types/adapter.ts'
import { watchLoaded } from '../watchLoaded.ts'
import { createDiscovery } from './createDiscovery.ts'

/**
 * Connects the Bitcoin wallets of the page to the namespace bip122. Pass it in `adapters`. The first account is the one for
 * payments; `signMessage` gives base64 of ECDSA or, for taproot addresses, BIP-322.
 * Finding wallets comes with it; what a visitor asks for is loaded when asked.
 */
export function bitcoin(): CreateAdapter {
  return (surroundings): Adapter => {
    const discovery = createDiscovery(surroundings.services)
    const load = loadOnce(async () => (await import('./createWalletCalls.ts')).createWalletCalls(surroundings))

    return {
      namespace: 'bip122',
      type: 'bitcoin',
      watchConnectors: (listener) => discovery.watch(listener),
      prepare: () => {
        discovery.look()
        // It is asked for again when a wallet is chosen, and told then.
        void load().catch(() => {})
      },
      connect: async (connector, options) => (await load()).connect(connector, options),
      reconnect: async (connector, saved) => (await load()).reconnect(connector, saved),
      disconnect: async (connection) => (await load()).disconnect(connection),
      switchNetwork: async (connection, network) => (await load()).switchNetwork(connection, network),
      signMessage: async (connection, message) => (await load()).signMessage(connection, message),
      send: async (connection, request) => (await load()).send(connection, request),
      requestAccounts: async (connection) => (await load()).requestAccounts(connection),
      probe: (connector) => ({
        isAlive: async (signal) => (await load()).isAlive(connector, signal),
        // None of these wallets tells about its lock.
        isUnlocked: async () => undefined,
        getAccounts: async (signal) => (await load()).readAddresses(connector, signal),
      }),
      watchConnection: (connection, listener) => watchLoaded(load, connection, listener),
    }
  }
}
