import { loadOnce } from '../../core/lazy.ts'
import type { Adapter, Connector, CreateAdapter } from '../../core/types/adapter.ts'
import { watchLoaded } from '../watchLoaded.ts'
import { listInjected } from './injected.ts'
import type { PolkadotOptions } from './polkadotOptions.ts'

/** When objects that come late are looked for. */
const LATE_EVENTS = ['DOMContentLoaded', 'load'] as const

/**
 * Connects the wallets at `window.injectedWeb3` to the namespace polkadot. Pass it in `adapters`. Addresses are shown with the
 * prefix of the network; `signMessage` gives hexadecimal. Wallets usually sign the message inside `<Bytes>…</Bytes>` and some
 * sign it bare, so a verifier tries both.
 * Finding wallets comes with it, and opens none; what a visitor asks for is loaded when asked.
 */
export function polkadot(options: PolkadotOptions = {}): CreateAdapter {
  return (surroundings): Adapter => {
    const { walletWindow } = surroundings.services
    const listeners = new Set<(connectors: readonly Connector[]) => void>()
    let connectors: readonly Connector[] = []
    const load = loadOnce(async () => (await import('./createWalletCalls.ts')).createWalletCalls(surroundings, options))
    /** Looks again, and tells where something is new. */
    const look = () => {
      if (listeners.size === 0) return
      const found = listInjected(walletWindow).map(
        (each) => connectors.find((known) => known.id === each.id && known.provider === each.provider) ?? each,
      )
      if (found.length === connectors.length && found.every((each, at) => each === connectors[at])) return
      connectors = found
      for (const listener of [...listeners]) listener(connectors)
    }

    return {
      namespace: 'polkadot',
      type: 'polkadot',
      watchConnectors(listener) {
        let isTold = false
        const tell = (known: readonly Connector[]) => {
          isTold = true
          listener(known)
        }
        listeners.add(tell)
        look()
        if (!isTold) tell(connectors)
        for (const event of LATE_EVENTS) walletWindow?.addEventListener(event, look)
        return () => {
          if (!listeners.delete(tell) || listeners.size > 0) return
          for (const event of LATE_EVENTS) walletWindow?.removeEventListener(event, look)
          connectors = []
        }
      },
      prepare: () => {
        look()
        // It is asked for again when a wallet is chosen, and told then.
        void load().catch(() => {})
      },
      connect: async (connector, parameters) => (await load()).connect(connector, parameters),
      reconnect: async (connector, saved) => (await load()).reconnect(connector, saved),
      // There is no such call: a site forgets, and the wallet keeps its permission until its owner takes it away.
      disconnect: async () => {},
      switchNetwork: async (connection, network) => (await load()).switchNetwork(connection, network),
      signMessage: async (connection, message) => (await load()).signMessage(connection, message),
      probe: (connector) => ({
        // Nothing can be asked without opening the wallet.
        isAlive: async () => true,
        isUnlocked: async () => undefined,
        getAccounts: async (signal) => (await load()).readAddresses(connector, signal),
      }),
      watchConnection: (connection, listener) => watchLoaded(load, connection, listener),
    }
  }
}
